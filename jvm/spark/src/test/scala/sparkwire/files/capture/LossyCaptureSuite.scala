package sparkwire.files.capture

import java.io.FileInputStream
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.file.Path
import java.util.zip.GZIPInputStream

import scala.util.{Random, Using}

import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.values.ValueReads
import sparkwire.fuzz.FieldEdits
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** A capture of a real broker and its clients, with a tenth of its packets removed. */
class LossyCaptureSuite extends AnyFunSuite with SparkSuite {
  import LossyCaptureSuite._

  private val complete = Using.resource(
    new GZIPInputStream(
      new FileInputStream("docs/pages/cookbook/data/broker.pcap.gz")))(
    _.readAllBytes())
  private val whole = ValueReads.file(complete)
  private val packets = packetsOf(complete)

  private def table(capture: Path, options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-capture").option("protocol", "kafka").options(options.toMap)
      .load(capture.toString)

  // Without the first packets of a connection, nothing but the port tells for sure who is the client.
  private lazy val brokers = table(whole).where("api = 'ApiVersions'")
    .selectExpr("CAST(substring_index(broker, ':', -1) AS INT)").distinct().collect().map(
      _.getInt(0))
    .toSeq

  /** The requests that have their response, by client and correlation id. */
  private def exchanges(capture: Path): Map[(String, Int), Exchanged] =
    brokers.map(port => table(capture, "port" -> port.toString)).reduce(_ union _)
      .where("request IS NOT NULL AND response IS NOT NULL AND fault IS NULL")
      .select("client", "correlation_id", "request", "response", "api_key", "api_version")
      .collect().map { row =>
        (row.getString(0), row.getInt(1)) ->
          Exchanged(hex(row, 2), hex(row, 3), row.getInt(4), row.getInt(5))
      }.toMap

  private def hex(row: Row, at: Int): String = Vectors.hex(row.getAs[Array[Byte]](at))

  /** The clients of connections of which tcpdump has lost bytes. */
  private def clientsWithLoss(capture: Path): Set[String] =
    spark.read.format("sparkwire-capture").load(capture.toString).where("fault IS NOT NULL")
      .selectExpr("explode(array(src || ':' || src_port, dst || ':' || dst_port))").collect()
      .map(_.getString(0)).toSet

  /** Where the packets are that have the bytes of each request or response, by the client, whether it
    * is a request, and the correlation id.
    */
  private def packetsOfFrames(capture: Path, clients: Set[String]): Map[(String, Boolean, Int),
    Set[Long]] = {
    val pieces = spark.read.format("sparkwire-capture").load(capture.toString)
      .where("fault IS NULL").orderBy("stream", "src_port", "position").selectExpr(
        "src || ':' || src_port", "dst || ':' || dst_port", "value", "offset").collect().toSeq
    val (ups, downs) = pieces.filter(row => Seq(0, 1).exists(at => clients(row.getString(at))))
      .partition(row => clients(row.getString(0)))
    framesOf(ups, of = 0, idAt = 8).map { case (client, id, from) =>
      (client, true, id) -> from
    }.toMap ++
      framesOf(downs, of = 1, idAt = 4).map { case (client, id, from) =>
        (client, false, id) -> from
      }
  }

  private def framesOf(pieces: Seq[Row], of: Int, idAt: Int): Seq[(String, Int, Set[Long])] =
    pieces.groupBy(_.getString(of)).toSeq.flatMap { case (client, some) =>
      val bytes = some.flatMap(_.getAs[Array[Byte]](2)).toArray
      val packetOf = some.flatMap(row => Seq.fill(row.getAs[Array[Byte]](2).length)(row.getLong(3)))
        .toArray
      def i32(at: Int) = ByteBuffer.wrap(bytes).getInt(at)
      Iterator.iterate(0)(at => at + 4 + i32(at)).takeWhile(_ < bytes.length).map { at =>
        (client, i32(at + idAt), packetOf.slice(at, at + 4 + i32(at)).toSet)
      }
    }

  test("requests and responses of which no packet is lost are found, whatever else is lost") {
    val unusable = clientsWithLoss(whole)
    val all = exchanges(whole).filterNot { case ((client, _), _) => unusable(client) }
    val frames = packetsOfFrames(whole, all.keySet.map(_._1))
    assert(all.size > 300)
    for (round <- 1 to 20; seed = FieldEdits.seed + round) withClue(s"SPARKWIRE_SEED=$seed: ") {
      val random = new Random(seed)
      val (lost, left) = packets.partition(_ => random.nextInt(10) == 0)
      val found = exchanges(ValueReads.file(complete.take(Head) ++ left.flatMap(_.bytes)))
      val isLost = lost.map(_.offset).toSet
      val expected = all.filter { case ((client, id), _) =>
        Seq(true, false).forall(isUp => !frames((client, isUp, id)).exists(isLost))
      }
      val missing = expected.keySet -- found.keySet
      // After lost bytes of both directions, a response of several packets is skipped.
      assert(missing.filter { case (client, id) =>
        frames((client, false, id)).size == 1
      } === Set())
      assert(missing.size < expected.size / 20)
      assert(
        found.forall { case (key, exchanged) =>
          unusable(key._1) || all.get(key).contains(exchanged)
        })
    }
  }
}

private object LossyCaptureSuite {
  final case class Exchanged(request: String, response: String, key: Int, version: Int)
  final case class Packet(offset: Long, bytes: Array[Byte])

  /** The size of the head of a file, and of each packet, in bytes. */
  final val Head = 24
  final val PacketHead = 16

  def packetsOf(capture: Array[Byte]): Seq[Packet] = {
    val numbers = ByteBuffer.wrap(capture).order(ByteOrder.LITTLE_ENDIAN)
    def end(at: Int) = at + PacketHead + numbers.getInt(at + 8)
    Iterator.iterate(Head)(end).takeWhile(_ < capture.length)
      .map(at => Packet(at.toLong, capture.slice(at, end(at)))).toSeq
  }
}
