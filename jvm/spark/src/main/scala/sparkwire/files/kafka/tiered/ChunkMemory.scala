package sparkwire.files.kafka.tiered

/** The memory that the chunks of all files that one task has open may take together, unpacked. */
private[kafka] final class ChunkMemory {
  private[this] var left = ChunkMemory.Most

  /** Returns false if there is no room for so many bytes. */
  def tryTake(bytes: Long): Boolean = {
    val hasRoom = bytes <= left
    if (hasRoom) left -= bytes
    hasRoom
  }

  def giveBack(bytes: Long): Unit = left += bytes
}

private[kafka] object ChunkMemory {

  /** In bytes: two of the largest chunks, or the chunks of 64 replicas of the recommended size. */
  final val Most = 256L << 20
}
