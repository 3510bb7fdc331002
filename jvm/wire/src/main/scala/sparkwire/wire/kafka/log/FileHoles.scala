package sparkwire.wire.kafka.log

/** The ranges of a file that cannot be read, though its length is known: the data stored there is
  * damaged. In a [[sparkwire.wire.files.FileWindow]] they are zeros. How long they are is a claim,
  * so nothing is looked for in them.
  */
abstract class FileHoles {

  /** Returns where the hole ends that a position is in; the position itself if it can be read. */
  def end(position: Long): Long

  /** Whether a hole is known to be in a range. It is known once it has been read. */
  def areWithin(from: Long, until: Long): Boolean
}

object FileHoles {
  object None extends FileHoles {
    def end(position: Long): Long = position
    def areWithin(from: Long, until: Long): Boolean = false
  }
}
