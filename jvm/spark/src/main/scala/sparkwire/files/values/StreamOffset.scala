package sparkwire.files.values

import java.util.{Map => JavaMap, TreeMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.read.streaming.Offset

import com.fasterxml.jackson.core.`type`.TypeReference
import com.fasterxml.jackson.databind.ObjectMapper

/** How far a stream has come in a file: its last batch reads the values that begin at `from` or after
  * it, and are complete before `until`. The next batch begins after the last of them.
  *
  * @param checksum
  *   that of the last bytes before `until`, as [[FileTail]] has it; [[FilePlace.Unknown]] in a
  *   checkpoint of an older version
  * @param changed
  *   when the file was written last, as its file system says
  * @param goneSince
  *   when the file was missed for the first time, in milliseconds; 0 while it is there
  */
private[values] final case class FilePlace(from: Long, until: Long,
    checksum: Long = FilePlace.Unknown, changed: Long = 0, goneSince: Long = 0) {
  def isGone: Boolean = goneSince != 0

  /** Whether both places are of the same bytes, so that one batch has read them. */
  def isSame(other: FilePlace): Boolean =
    from == other.from && until == other.until && checksum == other.checksum
}

private[values] object FilePlace {
  final val Unknown = -1L

  /** Returns the place that has these numbers in a checkpoint. Older versions have two. */
  def of(numbers: Array[Long]): FilePlace =
    if (numbers.length == 2) FilePlace(numbers(0), numbers(1))
    else FilePlace(numbers(0), numbers(1), numbers(2), numbers(3), numbers(4))
}

/** How far a stream has come, for each file that was there in the last days.
  *
  * A file that is gone for a while, as those of a mounted folder may be, must not be read again when it is
  * back. So its place is kept, but not for ever: what is kept grows with the folder and not with time.
  */
private[values] final case class StreamOffset(places: Map[String, FilePlace]) extends Offset {
  override def json(): String = {
    val sorted = new TreeMap[String, Array[Long]]
    places.foreach { case (file, place) =>
      sorted.put(file,
        Array(place.from, place.until, place.checksum, place.changed, place.goneSince))
    }
    StreamOffset.mapper.writeValueAsString(sorted)
  }

  /** Returns the places after the stream has looked at the folder: those of files that are not there are
    * marked, or forgotten after a while.
    *
    * @param isThere
    *   whether a file is there
    */
  def seen(isThere: String => Boolean, now: Long): StreamOffset =
    StreamOffset(
      places.flatMap { case (file, place) =>
        if (isThere(file)) Some(file -> place.copy(goneSince = 0))
        else if (!place.isGone) Some(file -> place.copy(goneSince = now))
        else Some(file -> place).filter(_ => now - place.goneSince < StreamOffset.KeptMillis)
      })
}

private[values] object StreamOffset {

  /** As long as Spark's own streams of files know files, by default. */
  final val KeptMillis: Long = 7L * 24 * 60 * 60 * 1000

  private val mapper = new ObjectMapper

  def of(json: String): StreamOffset = {
    val read = mapper.readValue(json, new TypeReference[JavaMap[String, Array[Long]]] {})
    StreamOffset(
      read.asScala.map { case (file, numbers) => file -> FilePlace.of(numbers) }.toMap)
  }
}
