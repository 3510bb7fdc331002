package sparkwire.wire.cernan

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.AvroViews
import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.cernan.Cernan.{Ack, ManyPackets, OnePacket}
import sparkwire.wire.core.{Options, Root}

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

class PacketReaderSuite extends AnyFunSuite with ReaderChecks with VectorTests {
  private val one = OnePacket(None)
  private val unverified = Options(Map("verify" -> "none"))
  private val replacing = Options(Map("invalidUtf8" -> "replace"))

  private def read(root: Root, bytes: Array[Byte], options: Options = Options.none): Either[String,
    Tree] = walk(root, bytes, options).left.map(_.word)

  private def agrees(found: Either[String, Tree], said: Tree): Assertion =
    assert(found.map(AvroViews.plain(_, said)) === Right(AvroViews.plain(said)))

  private def ack(view: JsonNode): Tree = AvroViews.tree(view.get("ack"))

  private def isPacket(line: Line): Assertion = {
    val said = PacketViews.packet(line.view, line.bytes)
    for (options <- Seq(Options.none, unverified, replacing))
      agrees(read(one, line.bytes, options), said)
    assert(dissect(one, line.bytes).tiles.forall(_.kind != "gap"))
    assert(read(Ack, line.bytes) === Right(ack(line.view)))
    prunedIsUnpruned(one)(line.bytes)
    tiles(one)(line.bytes)
    isContainer(line)
  }

  /** Checks the container alone, as Cernan's Kafka sink writes it. */
  private def isContainer(line: Line): Assertion = {
    val from = line.view.get("avro_offset").asInt
    val container = line.bytes.drop(from)
    agrees(read(AvroContainer.OneContainer(None), container),
      PacketViews.containerOf(line.view.get("avro")))
    tiles(AvroContainer.OneContainer(None))(container)
  }

  eachLine("cernan", "packets", 79)(isPacket)
  eachLine("cernan", "beyond-peer", 4)(isPacket)

  eachLine("cernan", "avro-corrupt", 17) { line =>
    val word = line.text("strict_fails")
    assert(Cernan.reasons.map(_.word).contains(word))
    assert(read(one, line.bytes) === Left(word))
    tiles(one)(line.bytes)
    assert(read(Ack, line.bytes) === Right(ack(line.view)))
    // The header is valid and is given if nothing after it is wanted.
    val Struct(said) = PacketViews.header(line.view): @unchecked
    val inHeader = (path: String) => said.contains(path.takeWhile(_ != '.')) || path == "pairs"
    val Right(head) = walk(one, line.bytes, unverified, inHeader): @unchecked
    assert(AvroViews.plain(head, Struct(said)) === Struct(said))
    // A stream keeps the packet, without its records.
    val Right(stream) = read(ManyPackets(None), line.bytes ++ line.bytes): @unchecked
    assert(stream.at("tail") === NoValue)
    for (index <- 0 to 1) {
      val packet = stream.at(s"packets.$index.packet")
      assert((AvroViews.plain(packet.at("id")), packet.at("record_count"), packet.at("records")) ===
        ((AvroViews.whole(line.view.get("id")), NoValue, NoValue)))
    }
    succeed
  }

  eachLine("cernan", "invalid", 54) { line =>
    assert(Cernan.reasons.map(_.word).contains(line.fails.get))
    for (options <- Seq(Options.none, unverified, replacing)) {
      assert(read(one, line.bytes, options) === Left(line.fails.get))
      tiles(one, options)(line.bytes)
    }
    assert(read(Ack, line.bytes) === Right(NoValue))
  }

  eachLine("cernan", "streams", 11) { line =>
    val view = Option(line.view).getOrElse(line.json.get("prefix_view"))
    val Right(stream) = read(ManyPackets(None), line.bytes): @unchecked
    val packets = view.get("packets").asScala.toVector
    assert(stream.at("packets").asInstanceOf[Items].items.length === packets.length)
    for ((said, index) <- packets.zipWithIndex) {
      val from = said.get("stream_offset").asInt
      val bytes = line.bytes.slice(from, from + said.get("packet_length").asInt)
      assert(stream.at(s"packets.$index.offset") === Whole(from.toLong))
      val expected =
        if (said.get("avro").isNull) PacketViews.header(said) else PacketViews.packet(said, bytes)
      val found = stream.at(s"packets.$index.packet")
      if (said.get("avro").isNull) assert(found.at("records") === NoValue)
      else agrees(Right(found), expected)
    }
    val end = if (line.fails.isEmpty) NoValue else Whole(view.get("consumed").asLong)
    assert(stream.at("tail.offset") === end)
    if (line.name == "first-counts-itself")
      assert(line.fails === Some("length-past-end") && stream.at("tail.reason") != NoValue)
    else assert(stream.at("tail.reason") === line.fails.fold[Tree](NoValue)(Text(_)))
    prunedIsUnpruned(ManyPackets(None))(line.bytes)
    tiles(ManyPackets(None))(line.bytes)
    resyncs(line.bytes, stream)
  }

  /** Each complete packet is found again after bytes that are not a packet. */
  private def resyncs(bytes: Array[Byte], stream: Tree): Assertion = {
    val end = stream.at("tail.offset") match {
      case Whole(at) => at.toInt
      case _ => bytes.length
    }
    val noise = Array[Byte](0, 0, 1, 0, 77)
    val count = stream.at("packets").asInstanceOf[Items].items.length
    val whole = bytes.take(end)
    val root = ManyPackets(None, resyncs = true)
    val Right(found) = read(root, noise ++ whole ++ noise ++ whole): @unchecked
    if (count == 0) assert(found.at("packets") === Items(Vector.empty))
    else {
      val size = noise.length
      assert(found.at("packets").asInstanceOf[Items].items.length === 2 * count)
      assert(found.at("packets.0.offset") === Whole(size.toLong))
      assert(found.at(s"packets.$count.offset") === Whole(2L * size + end))
      val Items(gaps) = found.at("gaps"): @unchecked
      assert(gaps.map(gap => gap.at("offset") -> gap.at("length")) ===
        Vector(0, size + end).map(at => Whole(at.toLong) -> Whole(size.toLong)))
      assert(found.at("tail") === NoValue)
      prunedIsUnpruned(root)(noise ++ whole)
      succeed
    }
  }

  eachLine("cernan", "resolve", 11) { line =>
    val root = OnePacket(Some(line.json.get("reader_schema").toString))
    val found = walk(root, line.bytes).left.map(_.word)
    val fails = Option(line.json.get("resolve_fails")).filterNot(_.isNull)
    tiles(root)(line.bytes)
    fails match {
      case Some(word) => assert(found === Left(word.asText))
      case None =>
        val resolved = line.json.get("resolved")
        val said = AvroViews.tree(
          if (resolved.isNull) line.json.get("resolved_avro_json") else resolved)
        agrees(found.map(_.at("records")), said)
    }
  }

  test("cernan: each file of vectors is read") {
    assert(Vectors.files("cernan") ===
      Set("packets", "beyond-peer", "avro-corrupt", "invalid", "streams", "resolve"))
  }
}
