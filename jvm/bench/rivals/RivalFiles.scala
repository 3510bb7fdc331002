package sparkwire.bench.rivals

import java.io.{BufferedOutputStream, DataOutputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}

import scala.util.Using

import org.apache.avro.Schema
import org.apache.avro.file.DataFileWriter
import org.apache.avro.generic.{GenericDatumWriter, GenericRecord}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.{coalesce, col, lit, sum}

import sparkwire.bench.AvroQueries

import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.module.scala.DefaultScalaModule

/** Writes values of contests to files for engines that are not Spark: an Avro container without
  * compression, and MessagePack values, each after its length. `expected.json` has the number of
  * the values, and the sum of a field as Sparkwire reads it.
  *
  * The arguments are the folder and the bytes of a file.
  */
object RivalFiles {
  private val json = JsonMapper.builder().addModule(DefaultScalaModule).build()

  def main(arguments: Array[String]): Unit = {
    val (folder, bytes) = (Path.of(arguments(0)), arguments(1).toInt)
    Files.createDirectories(folder)
    val spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false")
      .getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    val expected = Map(
      "avro" -> write(spark, new AvroOrders, folder.resolve("orders.avro"), bytes, "quantity")(
        container),
      "msgpack" -> write(spark, new MsgpackMaps, folder.resolve("maps.msgpack"), bytes, "level")(
        afterLengths))
    Files.writeString(folder.resolve("expected.json"), json.writeValueAsString(expected))
    sys.exit(0)
  }

  private def write(spark: SparkSession, contest: Contest, file: Path, bytes: Int, field: String)(
      to: (OutputStream, Seq[Array[Byte]]) => Unit): Map[String, Any] = {
    import spark.implicits._
    val values = contest.values.toSeq
    val copies = (bytes / values.map(_.length).sum).max(1)
    Using.resource(new BufferedOutputStream(Files.newOutputStream(file)))(
      to(_, Seq.fill(copies)(values).flatten))
    val total = values.toDF("value").select(contest.sparkwire(col("value")).as("d"))
      .select(sum(coalesce(col(s"d.$field"), lit(0)))).head().getLong(0)
    Map("file" -> file.getFileName.toString, "rows" -> values.length * copies,
      "total" -> total * copies)
  }

  private def container(out: OutputStream, values: Seq[Array[Byte]]): Unit = {
    val schema = new Schema.Parser().parse(AvroQueries.schemaText)
    Using.resource(new DataFileWriter[GenericRecord](new GenericDatumWriter(schema))) { writer =>
      writer.create(schema, out)
      values.foreach(value => writer.appendEncoded(ByteBuffer.wrap(value)))
    }
  }

  private def afterLengths(out: OutputStream, values: Seq[Array[Byte]]): Unit = {
    val data = new DataOutputStream(out)
    for (value <- values) {
      data.writeInt(value.length)
      data.write(value)
    }
    data.flush()
  }
}
