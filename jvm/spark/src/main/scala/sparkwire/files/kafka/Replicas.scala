package sparkwire.files.kafka

import org.apache.hadoop.conf.Configuration

import sparkwire.files.kafka.tiered.ChunkMemory
import sparkwire.wire.kafka.log.{MergedReplicas, OpenSegment, ReplicaMerge}

/** The replicas of a partition, each with its segments in the order of their offsets. */
private[kafka] final case class Replicas(replicas: Seq[Seq[LogFile]])

private[kafka] object Replicas {

  /** Groups files by partition. The replicas of a partition are in the order of the paths. */
  def of(files: Seq[LogFile], found: LogFiles): Seq[Replicas] =
    files.groupBy(file => (file.topic, file.partition)).toSeq.sortBy(_._1).map { case (_, all) =>
      Replicas(
        all.groupBy(_.partitionPath).toSeq.sortBy { case (path, _) => found.rank(path) }
          .flatMap { case (_, here) => copies(here) })
    }

  /** Returns the first segment of each offset, the second ones, and so on: in tiered storage, several
    * brokers may have copied the same segment.
    */
  private def copies(segments: Seq[LogFile]): Seq[Seq[LogFile]] = {
    val numbered =
      segments.groupBy(_.baseOffset).values.toSeq.flatMap(_.sortBy(_.path).zipWithIndex)
    numbered.groupBy(_._2).toSeq.sortBy(_._1).map { case (_, all) =>
      all.map(_._1).sortBy(_.baseOffset)
    }
  }

  /** Goes through all replicas of a partition. */
  def merged(partition: Replicas, hadoop: Configuration, maxSize: Int,
      verifies: Boolean): MergedReplicas = {
    val memory = new ChunkMemory
    val replicas = partition.replicas.map(new OpenReplica(_, hadoop, maxSize, memory))
    try ReplicaMerge.of(replicas, verifies)
    finally replicas.foreach(_.close())
  }
}

/** The segments of a replica, of which one is open. */
private final class OpenReplica(files: Seq[LogFile], hadoop: Configuration, maxSize: Int,
    memory: ChunkMemory)
    extends Iterator[OpenSegment] with AutoCloseable {
  private[this] val rest = files.iterator
  private[this] var input: LogInput = _

  override def hasNext: Boolean = {
    // The batch that the last one holds is for the other replicas.
    if (!rest.hasNext) close()
    rest.hasNext
  }
  override def next(): OpenSegment = {
    close()
    val file = rest.next()
    input = LogInput.open(file, hadoop, OpenReplica.ReadAhead, memory)
    OpenSegment(input.window, input.scan(input.whole, maxSize, input.named),
      file.baseOffset, isReadable = input.refusal == null)
  }
  override def close(): Unit = if (input != null) {
    input.close()
    input = null
  }
}

private object OpenReplica {
  private final val ReadAhead = 256 << 10
}
