package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import sparkwire.wire._
import sparkwire.wire.databus.Databus._

/** Events to JSON lines and back. What is refused of lines is in [[EventFromJsonSuite]]. */
class EventJsonSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  import JsonLines._

  private def line(event: Array[Byte], plain: Boolean, options: Map[String, String] = Map.empty): String =
    read(ToJson(plain), event, options).fold(found => fail(found.toString), _.toString)

  private def back(line: String): Map[String, Any] = fields(FromJson, line.getBytes(UTF_8))

  /** What a line holds of an event. */
  private def held(event: Map[String, Any], plain: Boolean): Map[String, Any] = {
    val lost = Set("byte_order", "size", "header_length", "attributes") ++
      (if (event("version") == 0L) Set("header_crc", "body_crc", "schema_version") else Nil)
    (event -- lost).map {
      case (name @ "payload", data: String) if plain => name -> asText(data)
      case (name @ "metadata", part: Map[_, _]) if plain => name -> (withoutText(part) ++ textOf(part))
      case (name @ "key_part", part: Map[_, _]) if dataOf(part).length > 128 => name -> withoutText(part)
      case other => other
    }
  }

  private def dataOf(part: Map[_, _]): String = part.asInstanceOf[Map[String, String]]("data")
  private def textOf(part: Map[_, _]) = Map("data" -> asText(dataOf(part)))
  private def withoutText(part: Map[_, _]) = part.asInstanceOf[Map[String, Any]] - "data"
  private def asText(data: String): String = toHex(new String(hex(data), UTF_8).getBytes(UTF_8))

  private def goesAndComes(bytes: Array[Byte]): Assertion = {
    val event = fields(OneEvent, bytes)
    Seq(true, false).foreach(plain => assert(back(line(bytes, plain)) === held(event, plain)))
    succeed
  }

  for (file <- Seq("events-v1", "events-v2", "system", "random"); vector <- of(s"$file.jsonl")) {
    val name = vector.get("name").asText
    val bytes = hex(vector.get("hex").asText)
    val order = Map("byteOrder" -> vector.get("order").asText)
    test(s"$name - the lines are the peer's") {
      assert(line(bytes, plain = false, order) === vector.get("view").get("json").asText)
      assert(line(bytes, plain = true, order) === vector.get("view").get("json_plain").asText)
      assert(line(bytes, plain = false) === vector.get("view").get("json").asText)
    }
    test(s"$name - a line gives back what it holds")(goesAndComes(bytes))
  }

  test("a line gives back what it holds, of any event")(forAll(RandomEvents.any)(goesAndComes))

  test("base64 of any length, broken as the peer breaks it") {
    forAll(RandomEvents.bytes(200)) { data =>
      val encoded = new Array[Byte](MimeBase64.encodedLength(data.length).toInt)
      MimeBase64.encode(data, 0, data.length, encoded, 0)
      val lines = java.util.Base64.getEncoder.encodeToString(data).grouped(76).map { text =>
        if (text.length == 76 && !text.endsWith("=")) s"$text\\n" else text
      }
      assert(new String(encoded, UTF_8) === lines.mkString)
      val buffer = new String(encoded, UTF_8).replace("\\n", "\r\n \t").getBytes(UTF_8)
      assert(buffer.take(MimeBase64.decode(buffer, buffer.length)).toSeq === data.toSeq)
    }
  }

  test("a fault of an event is the one of its bytes") {
    forAll(RandomEvents.any, Gen.choose(0, 200), Gen.choose(1, 255)) { (event, at, bits) =>
      val bytes = if (at < event.length) event.updated(at, (event(at) ^ bits).toByte) else event.take(at / 2)
      assert(read(ToJson(plain = false), bytes).left.toOption === read(OneEvent, bytes).left.toOption)
    }
  }

  test("a line larger than maxSize is refused, one as large as it is not") {
    forAll(RandomEvents.any, Gen.oneOf(true, false)) { (event, plain) =>
      val length = line(event, plain).getBytes(UTF_8).length
      assert(line(event, plain, Map("maxSize" -> s"$length")).nonEmpty)
      val fault = read(ToJson(plain), event, Map("maxSize" -> s"${length - 1}")).left.toOption.get
      assert((fault.reason, fault.offset, fault.path) === ((Reason.TooLarge, 0, "")))
    }
  }

  test("a key or value of no bytes is no text, not none") {
    val event = back("""{"keyBytes":"","sequence":1,"logicalPartitionId":0,"physicalPartitionId":0,"timestampInNanos":-1,""" +
      """"srcId":0,"schemaId":"AAAAAAAAAAAAAAAAAAAAAA==","valueEnc":"JSON","value":""}""")
    assert((event("key_bytes"), event("payload"), event("timestamp")) === (("", "", -1L)))
  }
}

/** Events of both versions and orders with any values. */
object RandomEvents {
  private val byte = Gen.choose(-128, 127).map(_.toByte)
  def bytes(most: Int): Gen[Array[Byte]] =
    Gen.choose(0, most).flatMap(length => Gen.oneOf(Gen.listOfN(length, byte), Gen.listOfN(length, Gen.oneOf("aé\"\\\n\u0001".getBytes(UTF_8).toSeq))))
      .map(_.toArray)
  private def exactly(length: Int): Gen[Array[Byte]] = Gen.listOfN(length, byte).map(_.toArray)
  private val long = Gen.oneOf(Gen.long, Gen.choose(-1000L, 1000L), Gen.oneOf(Long.MinValue, Long.MaxValue))
  private val source = Gen.oneOf(Gen.choose(-60, 20), Gen.oneOf(-20000, -19999, -2), Gen.choose(-32768, 32767))

  private final class Writer(big: Boolean) {
    private val out = java.nio.ByteBuffer.allocate(4096)
    if (!big) out.order(java.nio.ByteOrder.LITTLE_ENDIAN)
    def put(value: Any): Writer = {
      value match {
        case number: Long => out.putLong(number)
        case number: Int => out.putInt(number)
        case number: Short => out.putShort(number)
        case number: Byte => out.put(number)
        case data: Array[Byte] => out.put(data)
        case Part(digest, version, data) =>
          put(data.length).put((version << 2 | (if (digest.length == 4) 1 else 0)).toShort).put(digest).put(data)
        case other => throw new AssertionError(other)
      }
      this
    }
    def all(values: Any*): Writer = values.foldLeft(this)(_.put(_))
    def position: Int = out.position()
    def intAt(at: Int, value: Int): Writer = {
      out.putInt(at, value)
      this
    }
    def crcAt(at: Int, from: Int, until: Int): Writer =
      intAt(at, new Checksums().databusCrc(out.array, from, until))
    def result: Array[Byte] = out.array.take(position)
  }

  private final case class Part(digest: Array[Byte], version: Int, data: Array[Byte])
  private val part = for {
    length <- Gen.oneOf(4, 16)
    digest <- exactly(length)
    version <- Gen.choose(-8192, 8191)
    data <- bytes(130)
  } yield Part(digest, version, data)

  private val version1 = for {
    big <- Gen.oneOf(true, false)
    attributes <- Gen.choose(0, 0xffff)
    sequence <- long
    partition <- long
    nanos <- long
    source <- source
    schemaId <- exactly(16)
    longKey <- long
    key <- bytes(70)
    value <- bytes(130)
  } yield {
    val writer = new Writer(big)
    val header = if ((attributes & 8) != 0) 57 else 61
    writer.all(0.toByte, 0, 0, attributes.toShort, sequence, partition.toShort, (partition >> 16).toShort, nanos,
      source.toShort, schemaId, 0)
    if (header == 57) writer.all(key.length, key, value) else writer.all(longKey, value)
    writer.intAt(5, writer.position).crcAt(49, header, writer.position).crcAt(1, 5, header).result
  }

  private val version2 = for {
    big <- Gen.oneOf(true, false)
    opcode <- Gen.choose(0, 2)
    flags <- Gen.choose(0, 0xfff)
    sequence <- long
    nanos <- long
    source <- Gen.oneOf(source, Gen.choose(Int.MinValue, Int.MaxValue))
    key <- Gen.oneOf[Any](long, bytes(70), part)
    metadata <- Gen.option(part)
    payload <- Gen.option(part)
  } yield {
    val writer = new Writer(big)
    val keyType = key match {
      case _: Long => 1
      case _: Array[Byte] => 2
      case _ => 3
    }
    val parts = (if (metadata.isEmpty) 0 else 0x40) | (if (payload.isEmpty) 0 else 0x80)
    writer.all(2.toByte, 0xcafedeed, 0, 0, 0, 0, (opcode | keyType << 2 | parts | (flags & ~0xcf)).toShort, nanos, source,
      sequence.toShort, sequence)
    key match {
      case data: Array[Byte] => writer.all(data.length, data)
      case other => writer.put(other)
    }
    val header = writer.position
    metadata.foreach(writer.put)
    payload.foreach(writer.put)
    writer.intAt(5, header).intAt(17, writer.position).crcAt(13, header, writer.position).crcAt(9, 13, header).result
  }

  val any: Gen[Array[Byte]] = Gen.oneOf(version1, version2)
}
