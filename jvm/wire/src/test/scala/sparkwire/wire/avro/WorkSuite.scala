package sparkwire.wire.avro

import java.io.{ByteArrayOutputStream, OutputStream}
import java.nio.charset.StandardCharsets.UTF_8

import org.apache.avro.Schema
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.ContainerReaderSuite._
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.avro.data.{Plan, RecentPlans}
import sparkwire.wire.cernan.Cernan.{ManyPackets, OnePacket}
import sparkwire.wire.core.{Options, Reason}

import com.github.luben.zstd.Zstd
import org.scalatest.funsuite.AnyFunSuite
import org.tukaani.xz.{LZMA2Options, XZOutputStream}
import org.xerial.snappy.Snappy

/** Bytes that make a reader work without giving it a result: their cost is charged. */
class WorkSuite extends AnyFunSuite with ReaderChecks {
  private def maxSize(mib: Int): Options = Options(Map("maxSize" -> (mib << 20).toString))

  private def through(open: OutputStream => OutputStream)(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packer = open(out)
    packer.write(bytes)
    packer.close()
    out.toByteArray
  }

  private val packers: Seq[(String, Array[Byte] => Array[Byte])] = Seq(
    "deflate" -> deflated,
    "snappy" -> (bytes => Snappy.compress(bytes) ++ new Array[Byte](4)),
    "bzip2" -> through(new BZip2CompressorOutputStream(_)),
    "xz" -> through(new XZOutputStream(_, new LZMA2Options)),
    "zstandard" -> (bytes => Zstd.compress(bytes))
  )

  for ((codec, pack) <- packers)
    test(s"damaged blocks packed by $codec are charged for what they became, as good ones are") {
      val zeros = pack(new Array[Byte](1 << 20))
      val damaged = if (codec == "snappy") zeros else zeros.dropRight(2)
      val bytes = packet(header("\"bytes\"", codec) ++ block(1, damaged))
      def read(packets: Int, needed: String => Boolean = _ => true, most: Int = 3) = walk(
        ManyPackets(None), Array.fill(packets)(bytes).reduce(_ ++ _), maxSize(most), needed)
      assert(read(2).map(_.at("packets.1.packet.records")) === Right(NoValue))
      assert(read(4) === Left(Reason.TooLarge))
      assert(read(4, _ => false) === Left(Reason.TooLarge))
      assert(faultOf(ManyPackets(None), Array.fill(4)(bytes).reduce(_ ++ _), maxSize(3))
        .map(_.reason.word) === Some("too-large"))
      assert(read(4, most = 5).isRight)
    }

  test("good blocks of a stream are read twice and charged once") {
    val text = varint((1 << 20) - 3) ++ new Array[Byte]((1 << 20) - 3)
    val bytes = packet(header("\"bytes\"", "deflate") ++ block(1, deflated(text)))
    val three = bytes ++ bytes ++ bytes
    assert(walk(ManyPackets(None), three, maxSize(3)).map(_.at("tail")) === Right(NoValue))
    assert(walk(ManyPackets(None), three ++ bytes, maxSize(3)) === Left(Reason.TooLarge))
  }

  test("a count of records beyond all bounds is a fault, in one block and in several together") {
    val nothing = """{"type":"record","name":"E","fields":[]}"""
    for (schema <- Seq("\"int\"", nothing); first <- Seq(0L, 1L)) {
      val one = if (schema == nothing) Array.emptyByteArray else Array[Byte](2)
      val bytes = header(schema) ++ (if (first == 0) Array.emptyByteArray else block(1, one)) ++
        block(Long.MaxValue, Array.emptyByteArray)
      for ((root, value) <- Seq(OneContainer(None) -> bytes, OnePacket(None) -> packet(bytes))) {
        assert(walk(root, value).isLeft)
        assert(faultOf(root, value).isDefined)
        val unverified = walk(root, value, Options(Map("verify" -> "none")), _ == "record_count")
        if (first == 0) assert(unverified.map(_.at("record_count")) === Right(Whole(Long.MaxValue)))
        else assert(unverified.left.map(_.word) === Left("bad-block"))
      }
    }
    succeed
  }

  test("a path repeats 64 bytes of each name, without control characters, however deep it is") {
    val names = Seq("n" * 10000, "a\\nb\\u001bc", "é" * 100)
    for (name <- names) {
      val node = s"""{"type":"record","name":"R","fields":[{"name":"$name","type":["null","R"]}]}"""
      val bytes = header(node) ++ block(1, Array.fill[Byte](450)(2))
      val fault = faultOf(OneContainer(None), bytes).get
      assert(fault.path.length < 450 * 66 && !fault.path.exists(Character.isISOControl))
      assert(fault.path.split('.').last.getBytes(UTF_8).length <= 66)
    }
    val fault = faultOf(OneContainer(None),
      header(
        """{"type":"record","name":"R","fields":[{"name":"a\nb","type":"int"}]}""") ++ block(
        1, Array()))
    assert(fault.get.path === "records[0].a\\u000ab")
  }

  test("each value of a recursive record is charged for what has no bytes in it") {
    val nulls = (0 until 400).map(i => s"""{"name":"f$i","type":"null"}""").mkString(",")
    val node = s"""{"type":"record","name":"N","fields":[$nulls,
      {"name":"a","type":["null","N"]},{"name":"b","type":["null","N"]}]}"""
    val writer = s"""{"type":"record","name":"R","fields":[{"name":"n","type":$node},
      {"name":"x","type":"int"}]}"""
    val reader = """{"type":"record","name":"R","fields":[{"name":"x","type":"int"}]}"""
    // A list whose items are all in `b`.
    def list(nodes: Int): Array[Byte] =
      header(writer) ++ block(
        1, Array.fill(nodes)(Array[Byte](0, 2)).flatten ++ Array[Byte](0, 0, 2))
    // A node with many nodes without parts in a chain of `a` and `b`.
    def tree(levels: Int): Array[Byte] =
      if (levels == 0) Array(0, 0)
      else (2.toByte +: tree(levels - 1)) ++ (2.toByte +: tree(levels - 1))
    val wide = header(writer) ++ block(1, tree(14) :+ 2.toByte)
    for (schema <- Seq(Some(reader), None)) {
      assert(walk(OneContainer(schema), list(300)).isRight)
      assert(walk(OneContainer(schema), wide) === Left(Reason.TooLarge))
      assert(faultOf(OneContainer(schema), wide).map(_.reason.word) === Some("too-large"))
    }
    succeed
  }

  test("a list of small records pays nothing") {
    val node = """{"type":"record","name":"N","fields":[{"name":"v","type":"long"},
      {"name":"next","type":["null","N"]}]}"""
    val plan = Plan.dynamic(new Schema.Parser().parse(node), Options.none)
    assert(plan.root.entry === 0 && plan.root.excess === 0)
  }

  test("the cache of plans has a size in bytes, and keeps nothing that would fill it") {
    def plan(fields: Int): Plan = {
      val list = (0 until fields).map(i => s"""{"name":"f$i","type":"int"}""").mkString(",")
      Plan.dynamic(
        new Schema.Parser().parse(s"""{"type":"record","name":"R","fields":[$list]}"""),
        Options.none)
    }
    val plans = new RecentPlans[String](256)
    for (number <- 0 until 200) {
      plans.keep(number.toString, plan(20), 100)
      assert(plans.find(number.toString) !== null)
    }
    assert(plans.find("0") !== null)
    val large = plan(5000)
    assert(large.bytes > (1 << 20) && large.bytes < (4 << 20))
    for (number <- 0 until 60) {
      plans.keep(s"large $number", large, 1 << 20)
      assert(plans.size <= RecentPlans.MaxBytes)
    }
    assert(plans.find("large 59") !== null)
    assert(plans.find("large 0") === null)
    plans.keep("huge", plan(40000), 0)
    assert(plans.find("huge") === null)
    assert(plans.find("large 59") !== null)
    plans.forget()
    assert(plans.size === 0)
    assert(plans.find("large 59") === null)
  }
}
