package sparkwire.bench

import java.util.concurrent.Semaphore
import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.scheduler._
import org.apache.spark.sql.{DataFrame, SparkSession}

/** Times queries, which take turns, by the CPU time of their tasks. Their results are discarded. */
private[bench] final class QueryTurns(spark: SparkSession) {
  private val cpu = new TaskCpu(spark)

  /** Returns the nanoseconds of each query in each turn, after some turns that do not count. */
  def nanos(queries: Seq[DataFrame], runs: Int, warm: Int = 2): Seq[Seq[Double]] = {
    val times = queries.map(_ => new Array[Double](runs))
    for (run <- -warm until runs; (query, at) <- queries.zipWithIndex) {
      val nanos = cpu.nanosOf(query)
      if (run >= 0) times(at)(run) = nanos.toDouble
    }
    times.map(_.toSeq)
  }
}

private[bench] object QueryTurns {
  def median(of: Seq[Double]): Double = of.sorted.apply(of.length / 2)
}

/** Measures the CPU time of the tasks of a query. Other load of the machine does not change it. */
private[bench] final class TaskCpu(spark: SparkSession) extends SparkListener {
  private val nanos = new AtomicLong
  private val ended = new Semaphore(0)
  // The query that is measured has its number as a property. Events of earlier ones may still come.
  private var turn = 0
  private var job = -1
  @volatile private var stages = Set.empty[Int]
  spark.sparkContext.addSparkListener(this)

  def nanosOf(query: DataFrame): Long = {
    turn += 1
    spark.sparkContext.setLocalProperty(TaskCpu.Turn, s"$hashCode-$turn")
    nanos.set(0)
    query.write.format("noop").mode("overwrite").save()
    ended.acquire()
    spark.sparkContext.setLocalProperty(TaskCpu.Turn, null)
    nanos.get
  }

  override def onJobStart(start: SparkListenerJobStart): Unit =
    if (start.properties != null && start.properties.getProperty(
        TaskCpu.Turn) == s"$hashCode-$turn") {
      job = start.jobId
      stages = start.stageIds.toSet
    }
  override def onTaskEnd(task: SparkListenerTaskEnd): Unit = if (stages(task.stageId)) {
    val _ = nanos.addAndGet(task.taskMetrics.executorCpuTime)
  }
  override def onJobEnd(end: SparkListenerJobEnd): Unit = if (end.jobId == job) ended.release()
}

private object TaskCpu {
  private val Turn = "sparkwire.bench.turn"
}
