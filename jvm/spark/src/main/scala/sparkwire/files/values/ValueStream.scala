package sparkwire.files.values

import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.connector.read.streaming._

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{StreamLimit, StreamLimits}

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

  /** Returns the files that are there now; of a stream that ends, those of them that were there when it
    * began, as they were.
    */
  private def filesToRead: Seq[ValueFile] = {
    val now = scan.filesByTime
    atStart.fold(now) { before =>
      val names = now.map(_.path).toSet
      before.filter(file => names(file.path))
    }
  }

  override def latestOffset(start: Offset, limit: ReadLimit): Offset = {
    val files = filesToRead
    val there = files.map(_.path).toSet
    val before = start.asInstanceOf[StreamOffset]
    val kept = before.seen(there, System.currentTimeMillis())
    val (grown, others) = changes(files, before.places)
    val rest = new StreamLimit(limit)
    val taken = files.flatMap { file =>
      if (grown(file.path)) take(file, before.places(file.path).until, rest)
      else if (others(file.path)) take(file, 0, rest)
      else None
    }
    if (taken.isEmpty && kept.places == before.places) start
    else StreamOffset(kept.places ++ placesOf(taken, grown, before.places))
  }

  /** Returns which files have grown, and which have to be read from their beginning. A file that was gone
    * and is another one now is new.
    */
  private def changes(files: Seq[ValueFile],
      before: Map[String, FilePlace]): (Set[String], Set[String]) = {
    val (known, others) = files.partition(file => before.contains(file.path))
    val fresh = others.filter(_.length > 0)
    // A file that has neither grown nor been written since is not looked at.
    val touched = known.filter { file =>
      val place = before(file.path)
      file.length != place.until || place.changed != 0 && file.changed != place.changed
    }
    val sums = scan.checksumsOf(
      touched.collect {
        case file
            if file.length >= before(file.path).until &&
              before(file.path).checksum != FilePlace.Unknown =>
          file.path -> before(file.path).until
      })
    val (same, replaced) = touched.partition { file =>
      val place = before(file.path)
      file.length >= place.until && sums.get(file.path).forall(_ == place.checksum) &&
      (!file.isPacked || file.length == place.until)
    }
    replaced.find(file => !before(file.path).isGone).foreach(file =>
      refuse(file, before(file.path)))
    val grown = same.filter(file => file.length > before(file.path).until)
    (grown.map(_.path).toSet, (fresh ++ replaced).map(_.path).toSet)
  }

  private def refuse(file: ValueFile, place: FilePlace): Nothing = {
    val what =
      if (file.length >= place.until && !file.isPacked)
        s"has other bytes before byte ${place.until} than when the stream read it"
      else
        s"had ${place.until} bytes when the stream read it, and has ${file.length} now"
    throw SparkwireErrors.changedFile(options.kind.name, file.path, what)
  }

  /** Returns up to where a file is read that has been read up to `from`; None if not at all. A
    * compressed file is read as a whole.
    */
  private def take(file: ValueFile, from: Long, rest: StreamLimit): Option[(ValueFile, Long)] =
    Option.when(rest.left > 0) {
      val behind = file.length - from
      val size = if (file.isPacked) behind else math.min(behind, rest.left)
      rest.take(size)
      file -> (from + size)
    }

  private def placesOf(taken: Seq[(ValueFile, Long)], grown: Set[String],
      before: Map[String, FilePlace]): Map[String, FilePlace] = {
    val begins = scan.endsOf(
      taken.collect {
        case (file, _) if grown(file.path) => file -> before(file.path)
      })
    val sums = scan.checksumsOf(taken.map { case (file, until) => file.path -> until })
    taken.map { case (file, until) =>
      file.path -> FilePlace(begins.getOrElse(file.path, 0L), until, sums(file.path), file.changed)
    }.toMap
  }

  override def planInputPartitions(start: Offset, end: Offset): Array[InputPartition] = {
    val before = start.asInstanceOf[StreamOffset].places
    scan.partsOf(
      end.asInstanceOf[StreamOffset].places.toSeq.filter { case (file, place) =>
        !place.isGone && !before.get(file).exists(_.isSame(place))
      }.sortBy(_._1))
  }

  // What the progress of a query calls it.
  override def toString: String = scan.description()

  override def createReaderFactory(): PartitionReaderFactory = scan.factoryOfStream
}
