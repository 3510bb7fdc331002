package sparkwire.wire.avro

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer

import org.apache.avro.Schema
import org.apache.avro.file.{CodecFactory, DataFileWriter}
import org.apache.avro.generic.GenericDatumWriter

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.ContainerReaderSuite._
import sparkwire.wire.avro.DatumReaderSuite.ByColumn
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.cernan.Cernan.{Ack, ManyPackets, OnePacket}
import sparkwire.wire.core.{Options, Reason}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Hostile bytes on a thread with a stack of 256 KiB. Each value is refused for its own reason,
  * alone, in a container and in a Cernan packet, and the cost of a walk stays in proportion to its
  * input.
  */
class HostileAvroSuite extends AnyFunSuite with ReaderChecks {
  private val unverified = Options(Map("verify" -> "none"))

  private def onStackOf(kib: Int)(body: => Assertion): Assertion = {
    var result: Either[Throwable, Assertion] = Left(new IllegalStateException("it did not run"))
    val thread = new Thread(null,
      () =>
        result =
          try Right(body)
          catch { case error: Throwable => Left(error) },
      s"$kib KiB", kib.toLong << 10)
    thread.start()
    thread.join()
    result.fold(throw _, identity)
  }

  private def hostile(name: String)(body: => Assertion): Unit = test(name)(onStackOf(256)(body))

  /** Asserts that a container is refused for this reason, alone and in a packet, whether or not its
    * records are wanted.
    */
  private def isRefused(container: Array[Byte], word: String,
      reader: Option[String] = None): Assertion = {
    for ((root, bytes) <- Seq(
        OneContainer(reader) -> container, OnePacket(reader) -> packet(container))) {
      assert(faultOf(root, bytes).map(_.reason.word) === Some(word))
      for (keep <- Seq[String => Boolean](_ => true, _ => false))
        assert(walk(root, bytes, keep = keep).left.map(_.word) === Left(word))
      assert(dissect(root, bytes).tiles.last.kind === "FAULT")
    }
    succeed
  }

  private val node = """{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}"""
  private val empty = """{"type":"record","name":"E","fields":[]}"""
  private def arrayOf(items: String): String = s"""{"type":"array","items":$items}"""
  private def mapOf(values: String): String = s"""{"type":"map","values":$values}"""
  private def nested(levels: Int, inner: String): String =
    """{"type":"array","items":""" * levels + inner + "}" * levels

  // Depth.

  private val deep = Array.fill[Byte](100000)(2) :+ 0.toByte

  hostile("a record in a record, 100000 times, is nested too deep") {
    assert(walk(ByColumn(node), deep) === Left(Reason.NestingTooDeep))
    isRefused(header(node) ++ block(1, deep), "nesting-too-deep")
    isRefused(header(node, "deflate") ++ block(1, deflated(deep)), "nesting-too-deep")
  }

  hostile("what a reader's schema leaves out is no deeper than what it takes") {
    val writer = s"""{"type":"record","name":"R","fields":[{"name":"n","type":$node},
      {"name":"a","type":"int"}]}"""
    val reader = """{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}"""
    isRefused(header(writer) ++ block(1, deep :+ 2.toByte), "nesting-too-deep", Some(reader))
  }

  hostile("a packet with records that are nested too deep stays in a stream, without them") {
    val bytes = packet(header(node) ++ block(1, deep))
    val Right(stream) = walk(ManyPackets(None), bytes ++ bytes): @unchecked
    assert(stream.at("packets.1.packet.records") === NoValue)
    assert(stream.at("tail") === NoValue)
    assert(walk(Ack, bytes) === Right(Hex("0000000000000007")))
  }

  private def isRefusal(word: String): Boolean = word == "bad-schema" || word == "schema-too-large"

  /** Asserts that schemas of any depth are read or refused as bad schemas. */
  private def deepSchemasAreReadOrRefused(isSame: (Boolean, Boolean) => Boolean): Assertion = {
    for (levels <- Seq(300, 900, 5000, 100000); inner <- Seq("\"int\"", node)) {
      val schema = nested(levels, inner)
      for (reader <- Seq(None, Some("\"int\""))) {
        val bytes = header(schema)
        val found = walk(OneContainer(reader), bytes)
        assert(found.isRight || isRefusal(found.swap.map(_.word).getOrElse("")))
        val fault = faultOf(OneContainer(reader), bytes)
        assert(fault.forall(found => isRefusal(found.reason.word)))
        assert(isSame(fault.isEmpty, found.isRight))
      }
      val found = walk(ByColumn(schema), Array[Byte](0))
      assert(found.isRight || isRefusal(found.swap.map(_.word).getOrElse("")))
    }
    succeed
  }

  // How deep a schema fits a small stack depends on the code that the JIT compiler has compiled, so
  // the second walk may read a value that the first one refused.
  hostile("a schema is read or refused, however deep it is") {
    deepSchemasAreReadOrRefused((_, _) => true)
  }

  // A task of Spark has a stack of 1 MiB by default. The JSON of a schema has at most 1,000 levels,
  // as Avro's parser demands.
  private val TaskStackKib = 896

  test("on the stack of a task, a schema that is read has no fault, and any other has one") {
    onStackOf(TaskStackKib)(deepSchemasAreReadOrRefused(_ == _))
  }

  test("the stack of a task is large enough for every schema that Avro's parser takes") {
    val unions = "[\"null\",{\"type\":\"array\",\"items\":" * 490 + "\"int\"" + "}]" * 490
    val records = (0 until 325).foldLeft("\"int\"")((inner, number) =>
      s"""{"type":"record","name":"R$number","fields":[{"name":"f","type":$inner}]}""")
    onStackOf(TaskStackKib) {
      for (schema <- Seq(nested(980, "\"int\""), nested(980, node), unions, records)) {
        val bytes = header(schema)
        for (reader <- Seq(None, Some("\"int\""))) {
          assert(walk(OneContainer(reader), bytes).isRight)
          assert(faultOf(OneContainer(reader), bytes) === None)
        }
        assert(walk(ByColumn(schema), Array[Byte](0)).isRight)
      }
      val tooDeep = header(nested(1001, "\"int\""))
      assert(walk(OneContainer(None), tooDeep) === Left(Avro.BadSchema))
      assert(faultOf(OneContainer(None), tooDeep).map(_.reason.word) === Some("bad-schema"))
    }
  }

  // Counts and lengths.

  private val huge = 1L << 62

  hostile("counts of 2^62 are refused at once, whatever is counted, and negative ones too") {
    for (items <- Seq("\"long\"", "\"null\"", empty, arrayOf("\"null\""));
      count <- Seq(huge, -huge)) {
      val size = if (count < 0) varint(1) else Array.emptyByteArray
      for ((schema, least) <- Seq(arrayOf(items) -> 0, mapOf(items) -> 1)) {
        val bytes = varint(count) ++ size ++ Array[Byte](0, 0)
        val isFree = least == 0 && (items == "\"null\"" || items == empty)
        val word = if (isFree) "too-large" else "record-past-block"
        isRefused(header(schema) ++ block(1, bytes), word)
      }
    }
    succeed
  }

  hostile("a block of negative size is refused where it is skipped") {
    val schema = s"""{"type":"record","name":"R","fields":[
      {"name":"a","type":${arrayOf("\"long\"")}},{"name":"b","type":"long"}]}"""
    val bytes = varint(-1) ++ varint(-1) ++ Array[Byte](2, 0, 2)
    val found = walk(ByColumn(schema), bytes, unverified, _ == "b")
    assert(found === Left(Avro.NegativeLength))
  }

  hostile("what takes no bytes is refused by the billion, in one array and in many") {
    isRefused(header(arrayOf("\"null\"")) ++ block(1, varint(4000000000L) :+ 0.toByte), "too-large")
    isRefused(header(empty) ++ block(huge, Array()), "too-large")
    isRefused(header("\"null\"") ++ block(2000000000L, Array()), "too-large")
    // Each array alone is small enough.
    val one = varint(100000) :+ 0.toByte
    val many = (1 to 200).foldLeft(Array.emptyByteArray)((all, _) => all ++ one)
    isRefused(header(arrayOf("\"null\"")) ++ block(200, many), "too-large")
    isRefused(
      (1 to 200).foldLeft(header(arrayOf("\"null\"")))((all, _) => all ++ block(1, one)),
      "too-large")
  }

  hostile("defaults that a reader's schema adds are no way to grow") {
    val fields = (1 to 1000).map(n => s"""{"name":"f$n","type":"long","default":$n}""")
    val reader = s"""{"type":"record","name":"E","fields":[${fields.mkString(",")}]}"""
    isRefused(header(empty) ++ block(1000000, Array()), "too-large", Some(reader))
  }

  hostile("metadata that say they are 2^38 bytes, or 2^62, get nothing") {
    for (length <- Seq(1L << 31, 1L << 38, huge)) {
      isRefused(magic ++ varint(1) ++ varint(length), "truncated-avro-header")
      isRefused(magic ++ varint(1) ++ varint(1) ++ Array[Byte]('k') ++ varint(length),
        "truncated-avro-header")
      isRefused(magic ++ varint(length) ++ entry("k", "v"), "truncated-avro-header")
      assert(walk(Ack, packet(magic ++ varint(1) ++ varint(length))) === Right(NoValue))
    }
    isRefused(magic ++ varint(1) ++ varint(-1) ++ marker, "bad-avro-header")
    isRefused(magic ++ varint(Long.MinValue) ++ varint(1), "bad-avro-header")
  }

  // Decompression.

  /** Returns a container with a block for each value. */
  private def packed(codec: String, values: Array[Byte]*): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val schema = new Schema.Parser().parse("\"bytes\"")
    val writer = new DataFileWriter[AnyRef](new GenericDatumWriter[AnyRef](schema))
    writer.setCodec(CodecFactory.fromString(codec))
    writer.create(schema, out)
    for (value <- values) {
      writer.append(ByteBuffer.wrap(value))
      writer.sync()
    }
    writer.close()
    out.toByteArray
  }

  for (codec <- Seq("deflate", "snappy", "bzip2", "xz", "zstandard"))
    hostile(s"a block packed by $codec has at most maxSize bytes, also in a larger buffer") {
      // The length of the value takes two bytes.
      val bytes = packed(codec, new Array[Byte](5000 - 2))
      def refusal(most: Int) =
        walk(OneContainer(None), bytes, Options(Map("maxSize" -> most.toString))).left.toOption
      assert(refusal(4999) === Some(Reason.TooLarge))
      assert(refusal(100) === Some(Reason.TooLarge))
      assert(refusal(20000) === None)
    }

  for (codec <- Seq("deflate", "snappy", "bzip2", "xz", "zstandard"))
    hostile(s"blocks packed by $codec have at most maxSize bytes together") {
      // The buffer has room for each block by itself.
      val bytes = packed(codec, Seq.fill(2)(new Array[Byte](3000 - 2)): _*)
      def refusal(most: Int) =
        walk(OneContainer(None), bytes, Options(Map("maxSize" -> most.toString))).left.toOption
      assert(refusal(5999) === Some(Reason.TooLarge))
      assert(refusal(20000) === None)
    }

  for (codec <- Seq("deflate", "snappy", "bzip2", "xz", "zstandard"))
    hostile(s"a bomb packed by $codec is too large, and fine where that much is allowed") {
      val bomb = packed(codec, new Array[Byte](17 << 20))
      assert(bomb.length < (1 << 20))
      isRefused(bomb, "too-large")
      assert(walk(OneContainer(None), bomb, unverified, _ == "record_count").isRight)
      val allowed = Options(Map("maxSize" -> (18 << 20).toString))
      assert(walk(OneContainer(None), bomb, allowed).map(_.at("record_count")) === Right(Whole(1)))
    }
}
