package sparkwire.files.kafka

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.Base64

import com.github.luben.zstd.Zstd

/** Segments in tiered storage, as its plugin writes them: chunks that are compressed, and a manifest. */
object TieredSegments {
  final val Id = "tqimKeZwStOEO-RzT3L5oQ"

  /** Returns sizes of chunks in the form of a manifest. */
  def sizes(each: Seq[Int]): String = {
    val out = ByteBuffer.allocate(13 + 2 * each.length)
    out.putInt(each.length)
    if (each.length > 1) {
      val least = each.init.min
      out.putInt(least).put(2.toByte)
      each.init.foreach(size => out.putShort((size - least).toShort))
    }
    each.lastOption.foreach(out.putInt)
    Base64.getEncoder.encodeToString(out.array.take(out.position()))
  }

  def manifest(index: String, compression: Boolean = true, more: String = ""): String =
    s"""{"version":"1","chunkIndex":{$index},"segmentIndexes":{"offset":{"position":0,"size":1}},
       |"compression":$compression$more,"remoteLogSegmentMetadata":{"startOffset":0}}""".stripMargin

  /** Stores a segment in chunks of this size. */
  def store(folder: Path, base: Long, segment: Array[Byte], chunk: Int,
      change: Int => Array[Byte] => Array[Byte] = _ => identity, id: String = Id): Path = {
    val chunks = segment.grouped(chunk).map(Zstd.compress).toSeq.zipWithIndex
      .map { case (bytes, number) => change(number)(bytes) }
    write(folder, base, chunks.flatten.toArray,
      s""""type":"variable","originalChunkSize":$chunk,"originalFileSize":${segment.length},"transformedChunks":"${sizes(
          chunks.map(_.length))}"""",
      id)
  }

  /** Writes a segment with its manifest's description of its chunks. */
  def write(folder: Path, base: Long, stored: Array[Byte], index: String, id: String = Id): Path = {
    val file = Files.createDirectories(folder).resolve(f"$base%020d-$id.log")
    writeManifest(file, manifest(index))
    Files.write(file, stored)
  }

  def writeManifest(segment: Path, manifest: String): Unit = {
    val _ = Files.write(
      segment.resolveSibling(segment.getFileName.toString.replace(".log", ".rsm-manifest")),
      manifest.getBytes(UTF_8))
  }
}
