package sparkwire.files.kafka

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
}
