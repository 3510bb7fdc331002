package sparkwire.files.values

import java.util.{Map => JavaMap, TreeMap}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.connector.read.streaming._

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{StreamLimit, StreamLimits}

import com.fasterxml.jackson.core.`type`.TypeReference
import com.fasterxml.jackson.databind.ObjectMapper

/** How far a stream has come in a file: its last batch reads the values that begin at `from` or behind
  * it, and are complete before `until`. The next batch begins behind the last of them.
  */
private[values] final case class FilePlace(from: Long, until: Long)

/** How far a stream has come, for each file that was there.
  *
  * Files that are gone are left out, so it grows with the folder and not with time.
  */
private[values] final case class StreamOffset(places: Map[String, FilePlace]) extends Offset {
  override def json(): String = {
    val sorted = new TreeMap[String, Array[Long]]
    places.foreach { case (file, place) => sorted.put(file, Array(place.from, place.until)) }
    StreamOffset.mapper.writeValueAsString(sorted)
  }
}

private[values] object StreamOffset {
  private val mapper = new ObjectMapper

  def of(json: String): StreamOffset = {
    val read = mapper.readValue(json, new TypeReference[JavaMap[String, Array[Long]]] {})
    StreamOffset(
      read.asScala.map { case (file, place) =>
        file -> FilePlace(place(0), place(1))
      }.toMap)
  }
}

/** A stream over files that are added and, if they are not compressed, grow. All that it knows is in
  * its offsets, so it goes on from a checkpoint with what another one has begun.
  */
private[values] final class ValueStream(scan: ValueFileScan)
    extends MicroBatchStream with SupportsTriggerAvailableNow {
  private[this] val options = scan.options
  // The files at the start, if the stream ends with what was there then.
  private[this] var atStart: Option[Seq[ValueFile]] = None

  override def initialOffset(): Offset = StreamOffset(Map.empty)
  override def deserializeOffset(json: String): Offset = StreamOffset.of(json)
  override def commit(end: Offset): Unit = ()
  override def stop(): Unit = ()

  override def getDefaultReadLimit: ReadLimit = StreamLimits.of(options)

  override def prepareForTriggerAvailableNow(): Unit = atStart = Some(scan.filesByTime)

  override def latestOffset(): Offset =
    throw new UnsupportedOperationException("a stream of files is asked with a limit")

  override def latestOffset(start: Offset, limit: ReadLimit): Offset = {
    val before = start.asInstanceOf[StreamOffset].places
    val files = atStart.getOrElse(scan.filesByTime)
    val rest = new StreamLimit(limit)
    val taken = files.filter(isNew(_, before)).flatMap(file =>
      take(file, before.get(file.path).fold(0L)(_.until), rest).map(until => file -> until))
    val grown = taken.collect { case (file, _) if before.contains(file.path) => file }
    val begins = scan.endsOf(grown.map(file => file -> before(file.path)))
    val now = taken.map { case (file, until) =>
      file.path -> FilePlace(begins.getOrElse(file.path, 0L), until)
    }
    val there = files.map(_.path).toSet
    StreamOffset(before.filter { case (file, _) => there(file) } ++ now)
  }

  /** Returns up to where a file is read that has been read up to `from`; None if not at all. A
    * compressed file is read as a whole.
    */
  private def take(file: ValueFile, from: Long, rest: StreamLimit): Option[Long] =
    Option.when(rest.left > 0) {
      val behind = file.length - from
      val size = if (file.isPacked) behind else math.min(behind, rest.left)
      rest.take(size)
      from + size
    }

  /** Whether a file has bytes that no batch has looked at. */
  private def isNew(file: ValueFile, before: Map[String, FilePlace]): Boolean =
    before.get(file.path) match {
      case None => file.length > 0
      case Some(place) if file.length == place.until => false
      case Some(place) if file.length > place.until && !file.isPacked => true
      case Some(place) =>
        throw SparkwireErrors.changedFile(options.kind.name, file.path,
          s"had ${place.until} bytes when the stream read it, and has ${file.length} now")
    }

  override def planInputPartitions(start: Offset, end: Offset): Array[InputPartition] = {
    val before = start.asInstanceOf[StreamOffset].places
    scan.partsOf(
      end.asInstanceOf[StreamOffset].places.toSeq.filter { case (file, place) =>
        !before.get(file).contains(place)
      }.sortBy(_._1))
  }

  override def createReaderFactory(): PartitionReaderFactory = scan.factoryOfStream
}
