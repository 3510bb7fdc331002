package sparkwire.files.values

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType

import sparkwire.files._
import sparkwire.wire.core.Options
import sparkwire.wire.files.{FileWindow, ValueSplits}

/** A file of values.
  *
  * @param packing
  *   how it is compressed: a word of [[Packing.Option]]
  * @param changed
  *   when it was written last, in milliseconds
  */
private[sparkwire] final case class ValueFile(path: String, length: Long, packing: String,
    changed: Long) {
  def isPacked: Boolean = packing != Packing.None
}

/** A part of a file that one task reads.
  *
  * @param from
  *   where a value begins
  * @param until
  *   where the values of the part end, `Long.MaxValue` for the end of the file
  * @param isOpen
  *   whether the file may grow: then what may be the beginning of a value at its end is not read
  */
private[sparkwire] final case class ValuePart(file: ValueFile, from: Long, until: Long,
    isOpen: Boolean = false)
    extends FilePart {
  override def length: Long = math.min(until, file.length) - from
}

/** One query over files of values. */
private[sparkwire] final case class ValueFileScan(options: FileOptions, kind: ValueKind,
    required: StructType, filters: Seq[Filter])
    extends FileScan {
  private[this] lazy val chosen = choose
  private[this] lazy val files =
    describe(chosen).filter(file => mayMatch(file.path))

  override protected def length: Long = files.map(_.length).sum

  override def createReaderFactory(): PartitionReaderFactory = factory(chosen.names)

  private def factory(names: Map[String, Seq[String]]) = new FileReaderFactory(
    ValueReading(kind, required, options.reading, options.isPermissive, filters, names), shared)

  override def planInputPartitions(): Array[InputPartition] = {
    val length = partLength
    FileScan.packed(divided(files.map(ValuePart(_, 0, Long.MaxValue)), length), length)
  }

  /** Divides what is longer than a part should be, if the files can be divided. */
  private def divided(wholes: Seq[ValuePart], length: Long): Seq[ValuePart] = {
    val (of, reading) = (kind, options.reading)
    val large =
      if (!of.divides(reading)) Nil
      else wholes.filter(part => !part.file.isPacked && part.length > length)
    val points = onEach(large)(ValueFileScan.splitPoints(_, _, of, reading, length)).toMap
    wholes.flatMap { part =>
      val starts = part.from +: points.getOrElse(part, Nil)
      starts.zip(starts.drop(1) :+ Long.MaxValue).map { case (from, until) =>
        part.copy(from = from, until = until)
      }
    }
  }

  // For streams.

  override def toMicroBatchStream(checkpoint: String): MicroBatchStream = new ValueStream(this)

  private[values] def factoryOfStream: PartitionReaderFactory = factory(Map.empty)

  /** Returns the files that are there now, the oldest first. */
  private[values] def filesByTime: Seq[ValueFile] =
    describe(choose).sortBy(file => (file.changed, file.path))

  /** Returns the parts for places in files. */
  private[values] def partsOf(places: Seq[(String, FilePlace)]): Array[InputPartition] = {
    val parts = places.map { case (path, place) => partOf(path, place) }
    val length = partLength(parts.map(_.length).sum)
    FileScan.packed(divided(parts, length), length)
  }

  private def partOf(path: String, place: FilePlace): ValuePart = {
    val file = ValueFile(path, place.until, packing(path), changed = 0)
    ValuePart(file, place.from, Long.MaxValue, isOpen = !file.isPacked)
  }

  /** Returns the checksums of what is stored before these positions, by the paths of the files. */
  private[values] def checksumsOf(files: Seq[(String, Long)]): Map[String, Long] =
    onEach(files) { case ((path, until), hadoop) => FileTail.checksum(path, until, hadoop) }
      .map { case ((path, _), sum) => path -> sum }.toMap

  /** Returns where the last value ends that was complete in a place, for each file. */
  private[values] def endsOf(places: Seq[(ValueFile, FilePlace)]): Map[String, Long] = {
    val (of, reading) = (kind, options.reading)
    val parts = places.map { case (file, place) => partOf(file.path, place) }
    onEach(parts, isMuch = parts.map(_.length).sum > ValueFileScan.MostOnDriver)(
      ValueFileScan.endOf(_, _, of, reading)).map { case (part, end) =>
      part.file.path -> end
    }.toMap
  }

  private def mayMatch(path: String): Boolean = {
    val known = kind.ofPath(path) + ("file" -> path)
    FilterRanges.mayMatch(filters,
      known.get(_).filter(_ != null).fold[ValueRange](null)(one => ValueRange(one, one)))
  }

  private def choose: ChosenFiles =
    kind.choose(FoundFiles.at(options.paths, hadoop), options, hadoop)

  private def describe(chosen: ChosenFiles): Seq[ValueFile] =
    chosen.files.map(describe).sortBy(_.path)

  private def packing(path: String): String =
    Packing.of(options.reading.word(Packing.Option), path)

  private def describe(status: FileStatus): ValueFile = {
    val path = status.getPath.toString
    ValueFile(path, status.getLen, packing(path), status.getModificationTime)
  }
}

private object ValueFileScan {
  private final val HeadBytes = 1024
  // How many bytes the driver reads by itself, to find where values end.
  private final val MostOnDriver = 16L << 20

  /** Returns the positions where a file is divided. */
  private def splitPoints(part: ValuePart, hadoop: Configuration, kind: ValueKind,
      reading: Options, length: Long): Seq[Long] = {
    val file = part.file
    val input = new HadoopInput(file.path, file.length, hadoop)
    try {
      val splits =
        new ValueSplits(new FileWindow(input, HeadBytes), kind.newBounds(reading), reading.maxSize)
      (part.from + length until file.length by length).map(splits.at).filter(_ > part.from).distinct
    } finally input.close()
  }

  /** Returns where the last complete piece of a part ends. */
  private def endOf(part: ValuePart, hadoop: Configuration, kind: ValueKind,
      reading: Options): Long = {
    val input = new HadoopInput(part.file.path, part.file.length, hadoop)
    try {
      val scan = ValueFileReader.scanOf(part, input, kind.newBounds(reading), reading)
      while (scan.advance()) {}
      scan.end
    } finally input.close()
  }
}
