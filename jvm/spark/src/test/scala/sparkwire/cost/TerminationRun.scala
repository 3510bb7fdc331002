package sparkwire.cost

import java.util.concurrent.{Semaphore, TimeUnit}

import org.apache.spark.{SparkConf, SparkContext, SparkException}

/** The main class of a JVM in which tasks read hostile files again and again. It cancels the task of
  * each family of files, and says how long the task went on. Then tasks read files of all families
  * until the JVM is ended from outside.
  */
object TerminationRun {
  final val Cancelled = "cancelled"
  final val Reading = "reading"

  private final val MillisOfReading = 500L
  private final val MostSeconds = 60L

  @volatile private var calls: IndexedSeq[Seq[() => Outcome]] = IndexedSeq.empty
  private val begun = new Semaphore(0)
  private val ended = new Semaphore(0)

  /** @param arguments
    *   the size of the files in bytes, and the names of families
    */
  def main(arguments: Array[String]): Unit = {
    val families = CostFamilies.named(arguments.drop(1).toSet)
    val inputs = families.map(_.growing(arguments(0).toInt).map(_._2)).toIndexedSeq
    val context = new SparkContext(
      new SparkConf().setMaster("local[2]").setAppName("termination")
        .set("spark.ui.enabled", "false"))
    for ((family, input) <- families.zip(inputs)) {
      val job = start(context, IndexedSeq(input))
      val from = System.nanoTime
      context.cancelAllJobs()
      require(ended.tryAcquire(MostSeconds, TimeUnit.SECONDS), s"${family.name} is still read")
      println(s"$Cancelled\t${family.name}\t${(System.nanoTime - from) / 1000000}")
      job.join()
    }
    val job = start(context, inputs.grouped((inputs.length + 1) / 2).map(_.flatten).toIndexedSeq)
    println(Reading)
    job.join()
  }

  /** Starts a job with a task for each of these, and waits until all tasks have read for a while. */
  private def start(context: SparkContext, tasks: IndexedSeq[Seq[() => Outcome]]): Thread = {
    calls = tasks
    val job = new Thread(() =>
      try context.parallelize(tasks.indices, tasks.length).foreach(read)
      catch { case _: SparkException => () })
    job.setDaemon(true)
    job.start()
    require(begun.tryAcquire(tasks.length, MostSeconds, TimeUnit.SECONDS), "no task has begun")
    Thread.sleep(MillisOfReading)
    job
  }

  // Nothing here checks whether the task was cancelled: code that reads files has to.
  private def read(task: Int): Unit = {
    begun.release()
    try while (true) calls(task).foreach(_.apply())
    finally ended.release()
  }
}
