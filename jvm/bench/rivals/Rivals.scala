package sparkwire.bench.rivals

import java.lang.reflect.Modifier
import java.nio.file.{Files, FileSystems, Path}

import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.functions.col

import sparkwire.bench.QueryTurns

import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.module.scala.DefaultScalaModule

/** Runs the queries of contests with Sparkwire and with every [[Rival]], in turns.
  *
  * The arguments are the file to write, the number of turns, the bytes of the values of a query,
  * and the names of the contests. The file has a line of JSON for each contest, which is written
  * when the contest ends. Before anything is timed, the rows of all are compared, byte for byte.
  *
  * Run: `make bench-rivals`.
  */
object Rivals {
  private final val Ours = "Sparkwire"
  private final val Unverified = "Sparkwire, verify = none"
  private final val Alone = ", these fields alone"
  private final val MostRows = 200000
  private val json = JsonMapper.builder().addModule(DefaultScalaModule).build()

  def main(arguments: Array[String]): Unit = {
    val (file, runs, bytes) = (arguments(0), arguments(1).toInt, arguments(2).toInt)
    val names = arguments.drop(3)
    val spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false")
      .config("spark.sql.session.timeZone", "UTC").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    val out = Path.of(file)
    Files.write(out, Array.emptyByteArray)
    for (contest <- Contest.all if names.contains(contest.name)) {
      val line = json.writeValueAsString(
        measure(spark, contest, rivals.filter(_.contest == contest.name), runs, bytes))
      Files.write(out, (Files.readString(out) + line + "\n").getBytes)
    }
    // A node of Ignite leaves threads that are not daemons.
    sys.exit(0)
  }

  /** All rivals of this folder. */
  private def rivals: Seq[Rival] = {
    val own = classOf[Rival]
    val folder = own.getPackageName.replace('.', '/')
    // sbt runs this from a jar.
    val jar = Path.of(own.getProtectionDomain.getCodeSource.getLocation.toURI)
    val names = Using.resource(FileSystems.newFileSystem(jar)) { files =>
      Using.resource(Files.list(files.getPath(folder)))(
        _.iterator.asScala.map(_.getFileName.toString).toSeq)
        .filter(_.endsWith(".class")).map(_.stripSuffix(".class")).sorted
    }
    for {
      name <- names
      found = Class.forName(s"${own.getPackageName}.$name")
      if own.isAssignableFrom(found) && !Modifier.isAbstract(found.getModifiers)
    } yield found.getConstructor().newInstance().asInstanceOf[Rival]
  }

  private def measure(spark: SparkSession, contest: Contest, rivals: Seq[Rival], runs: Int,
      bytes: Int): Map[String, Any] = {
    import spark.implicits._
    val values = contest.values
    val size = values.map(_.length.toLong).sum.toDouble / values.length
    val copies = ((bytes / size).toInt.min(MostRows) / values.length).max(1)
    val once = values.toSeq.toDF("value").coalesce(1).cache()
    val table = once.crossJoin(spark.range(copies.toLong).select()).coalesce(1).cache()
    val rows = table.count()
    println(f"${contest.name}: $size%.0f bytes, ${values.length} values, $rows rows")
    val whole = once.select(contest.sparkwire(col("value"))).schema.head.dataType
    val parts = for ((part, fields) <- contest.parts) yield {
      val wanted = Contest.narrow(whole, fields)
      val unverified = Option.when(fields.nonEmpty)(
        Unverified -> contest.sparkwire(col("value"), Map("verify" -> "none")))
      val columns = unverified.toSeq ++ (for {
        rival <- rivals
        (suffix, asked) <- Seq("" -> whole) ++
          Option.when(rival.readsParts && fields.nonEmpty)(Alone -> wanted)
      } yield rival.name + suffix -> rival.decode(col("value"), asked))
      def queries(from: DataFrame): Seq[(String, DataFrame)] =
        for ((name, decoded) <- (Ours -> contest.sparkwire(col("value"))) +: columns)
          yield name -> Contest.query(from, decoded, whole, fields)
      compare(contest.name, queries(once))
      val all = queries(table)
      val nanos =
        new QueryTurns(spark).nanos(all.map(_._2), runs, warm = 4).map(_.map(_.toDouble / rows))
      val found = for (((name, _), times) <- all.zip(nanos)) yield {
        val slower = QueryTurns.median(times.zip(nanos.head).map { case (it, ours) => it / ours })
        println(f"  $part%-18s $name%-48s ${QueryTurns.median(times)}%9.0f ns  $slower%6.2f x")
        name -> Map("nanoseconds" -> QueryTurns.median(times), "slower" -> slower)
      }
      part -> ListMap(found: _*)
    }
    once.unpersist()
    table.unpersist()
    ListMap("contest" -> contest.name, "title" -> contest.title, "bytes" -> size,
      "values" -> values.length, "rows" -> rows,
      "few" -> contest.few, "spark" -> spark.version,
      "java" -> System.getProperty("java.version"), "parts" -> ListMap(parts: _*))
  }

  /** Fails if the rows differ: the times would not be comparable. */
  private def compare(contest: String, queries: Seq[(String, DataFrame)]): Unit = {
    def rows(query: DataFrame): Array[InternalRow] =
      query.queryExecution.toRdd.map(_.copy()).collect()
    val ours = rows(queries.head._2)
    for ((name, query) <- queries.tail) {
      val theirs = rows(query)
      require(theirs.length == ours.length, s"$contest, $name: ${theirs.length} rows")
      for (at <- ours.indices)
        require(theirs(at) == ours(at),
          s"$contest, $name: row $at differs: " +
            s"${query.collect()(at)} and ${queries.head._2.collect()(at)}")
    }
  }
}
