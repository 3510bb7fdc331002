package sparkwire.files

import org.apache.spark.{TaskContext, TaskKilledException}

/** The task that reads files. Spark looks whether it was killed between two rows; a file may take long to
  * have one.
  */
private[files] object RunningTask {

  /** Throws what Spark itself throws if the task was killed. */
  def endIfKilled(): Unit = {
    val task = TaskContext.get()
    if (task != null && task.isInterrupted())
      throw new TaskKilledException("the task was killed while it read files")
  }
}
