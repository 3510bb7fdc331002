package sparkwire.files.kafka.tiered

import java.util.Base64

import scala.util.Try

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import sparkwire.wire.core.Reason
import sparkwire.wire.kafka.log.ChunkSizes

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** How a segment is stored: the file beside it in a bucket of tiered storage,
  * `<segment>.rsm-manifest`.
  * {{{
  *   {"version": "1",
  *    "chunkIndex": {"type": "variable", "originalChunkSize": 4194304, "originalFileSize": 104857600,
  *                   "transformedChunks": "<sizes in base64>"},
  *    "compression": true, "encryption": {…}, …}
  * }}}
  * With `"type": "fixed"` there are `transformedChunkSize` and `finalTransformedChunkSize` in place of the
  * sizes. `encryption` is missing if the chunks are not encrypted.
  *
  * @param chunkSize
  *   the size of each unpacked chunk but the last one
  * @param length
  *   the length of the unpacked segment
  * @param startOf
  *   where each chunk begins in the file, and where the last one ends
  */
private[kafka] final class SegmentManifest(val chunkSize: Int, val length: Long,
    val startOf: Int => Long) {
  def sizeOf(chunk: Int): Int = (startOf(chunk + 1) - startOf(chunk)).toInt

  /** The length of a chunk when it is unpacked. */
  def lengthOf(chunk: Int): Int =
    math.min(chunkSize.toLong, length - chunk * chunkSize.toLong).toInt
}

private[kafka] object SegmentManifest {
  val Encrypted = new Reason("encrypted", "the segment is encrypted, and its key is not part of it")
  val BadManifest =
    new Reason("bad-manifest", "the manifest does not say how the segment is stored")

  private final val MostBytes = 4 << 20
  private final val MostChunk = 128 << 20
  private val mapper = new ObjectMapper

  /** Reads the manifest of a segment.
    *
    * @param stored
    *   the length of the segment's file
    * @return
    *   why the segment cannot be read, or its manifest; None if it is stored as Kafka wrote it
    */
  def read(path: Path, stored: Long, hadoop: Configuration): Either[Reason,
    Option[SegmentManifest]] = {
    val fileSystem = path.getFileSystem(hadoop)
    val size = fileSystem.getFileStatus(path).getLen
    if (size > MostBytes) Left(BadManifest)
    else {
      val bytes = new Array[Byte](size.toInt)
      val file = fileSystem.open(path)
      try file.readFully(bytes)
      finally file.close()
      of(bytes, stored)
    }
  }

  def of(bytes: Array[Byte], stored: Long): Either[Reason, Option[SegmentManifest]] =
    parsed(bytes).toRight(BadManifest).flatMap { manifest =>
      if (manifest.hasNonNull("encryption")) Left(Encrypted)
      else if (!manifest.path("compression").isBoolean) Left(BadManifest)
      else if (!manifest.path("compression").booleanValue) Right(None)
      else chunks(manifest.path("chunkIndex"), stored).map(Some(_)).toRight(BadManifest)
    }

  private def parsed(bytes: Array[Byte]): Option[JsonNode] =
    try Option(mapper.readTree(bytes))
    catch { case _: JsonProcessingException => None }

  private def chunks(index: JsonNode, stored: Long): Option[SegmentManifest] = for {
    chunkSize <- number(index, "originalChunkSize") if chunkSize > 0 && chunkSize <= MostChunk
    length <- number(index, "originalFileSize")
    count = (length + chunkSize - 1L) / chunkSize
    startOf <- index.path("type").asText match {
      case "fixed" => fixed(index, count, stored)
      case "variable" => variable(index, count, stored)
      case _ => None
    }
  } yield new SegmentManifest(chunkSize, length.toLong, startOf)

  private def fixed(index: JsonNode, count: Long, stored: Long): Option[Int => Long] = for {
    each <- number(index, "transformedChunkSize") if isSize(each)
    last <- number(index, "finalTransformedChunkSize")
    if stored == (if (count == 0) 0 else (count - 1) * each + last)
    if count == 0 || isSize(last)
  } yield chunk => if (chunk < count) chunk.toLong * each else stored

  private def variable(index: JsonNode, count: Long, stored: Long): Option[Int => Long] = for {
    bytes <- Try(Base64.getDecoder.decode(index.path("transformedChunks").asText)).toOption
    sizes <- ChunkSizes.of(bytes) if sizes.length == count && sizes.forall(isSize)
    starts = new Array[Long](sizes.length + 1)
    _ = for (chunk <- sizes.indices) starts(chunk + 1) = starts(chunk) + sizes(chunk)
    if starts.last == stored
  } yield starts

  private def isSize(size: Int): Boolean = size > 0 && size <= MostChunk

  private def number(index: JsonNode, name: String): Option[Int] = {
    val found = index.path(name)
    Option.when(found.isInt && found.intValue >= 0)(found.intValue)
  }
}
