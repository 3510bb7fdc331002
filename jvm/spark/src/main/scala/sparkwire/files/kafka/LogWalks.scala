package sparkwire.files.kafka

import sparkwire.wire.kafka.log.{LogPlace, SegmentWalk, TransactionSummary}

/** The knowledge that a stream has of segments from the heads of their batches. It is remembered
  * from batch to batch of the stream, so that each looks only at newer batches; without it, the
  * result is the same.
  */
private[kafka] final class LogWalks(scan: LogScan) {
  import LogWalks._

  private[this] var known = Map.empty[String, Known]

  /** Forgets segments that are gone. */
  def keep(files: Seq[LogFile]): Unit = {
    val there = files.map(_.path).toSet
    known = known.filter { case (path, _) => there(path) }
  }

  /** Walks through segments that are new or have changed. */
  def update(files: Seq[LogFile]): Unit = {
    val changed = files.filter(file => !of(file).isUpTo(file))
    known ++= scan.walked(changed.map(file => file -> of(file).walk.end)).map { case (file, walk) =>
      file.path -> of(file).and(file, walk)
    }
  }

  private def of(file: LogFile): Known =
    known.get(file.path).filter(_.isOf(file)).getOrElse(new Known(file, none(file), Nil))

  /** Returns the walk through a segment, as far as it has whole batches. */
  def apply(file: LogFile): SegmentWalk = of(file).walk

  /** Returns the place before the batches that end with an offset or after it, or an earlier place.
    */
  def before(file: LogFile, offset: Long): LogPlace =
    of(file).before(offset)

  /** Remembers a place between batches. */
  def remember(file: LogFile, place: LogPlace): Unit =
    known += file.path -> of(file).remember(place)
}

private object LogWalks {
  // A batch of the stream begins where the last one ended, or the one before if it is run again.
  private final val MostPlaces = 4

  private def none(file: LogFile): SegmentWalk = SegmentWalk(LogPlace(0, file.baseOffset),
    ascends = true, TransactionSummary.of(Nil))

  /** @param file
    *   the segment as it was
    * @param walk
    *   the walk through it, from its first batch on
    * @param places
    *   some places in it, the newest first
    */
  final class Known(file: LogFile, val walk: SegmentWalk, places: Seq[LogPlace]) {

    /** Whether the segment is the same or has only grown. A broker also rewrites segments. */
    def isOf(now: LogFile): Boolean =
      now.length == file.length || (file.isActive && now.length > file.length)

    /** Whether the walk has seen the segment as it is now. */
    def isUpTo(now: LogFile): Boolean =
      walk.end.position > 0 && now.length == file.length && now.isActive == file.isActive

    def and(now: LogFile, behind: SegmentWalk): Known =
      new Known(now, walk.and(behind), (walk.end +: places).take(MostPlaces))

    def remember(place: LogPlace): Known =
      new Known(file, walk, (place +: places).take(MostPlaces))

    def before(offset: Long): LogPlace =
      (walk.end +: places).filter(_.offset <= offset).maxByOption(_.position).getOrElse(
        LogPlace(0, file.baseOffset))
  }
}
