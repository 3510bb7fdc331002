package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Cursor, Options, Reason}
import sparkwire.wire.databus.Databus.OneEvent
import sparkwire.wire.databus.json.{FromJson, MimeBase64, ToJson}
import sparkwire.wire.trace.Trace

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Events written as JSON lines and read back. The lines of other writers are in
  * [[EventFromJsonSuite]].
  */
class EventJsonSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with VectorTests with ReaderChecks {

  Seq("events-v1" -> 60, "events-v2" -> 38, "system" -> 52, "random" -> 170).foreach {
    case (file, inAll) => eachLine("databus", file, inAll) { line =>
        val inOrder = Options(Map("byteOrder" -> line.order))
        for (options <- Seq(inOrder, Options.none, Options(Map("verify" -> "none")))) {
          assert(toJson(line.bytes, plain = false, options) === line.view.get("json").asText)
          assert(toJson(line.bytes, plain = true, options) === line.view.get("json_plain").asText)
        }
        goesAndComes(line.bytes)
      }
  }

  test("a line gives back what it holds, of any event") {
    forAll(EventJsonSuite.event)(event => goesAndComes(event.bytes))
  }

  private def toJson(event: Array[Byte], plain: Boolean, options: Options = Options.none): String =
    walk(ToJson(plain), event, options) match {
      case Right(Text(line)) => line
      case other => fail(s"$other")
    }

  private def goesAndComes(bytes: Array[Byte]): Assertion = {
    val event = walk(OneEvent, bytes)
    for (plain <- Seq(false, true)) {
      val line = toJson(bytes, plain).getBytes(UTF_8)
      assert(walk(FromJson, line) === event.map(held(_, plain)))
    }
    succeed
  }

  /** Returns the part of an event that a line holds. */
  private def held(event: Tree, plain: Boolean): Tree = event match {
    case Struct(fields) =>
      val lost = Seq("byte_order", "size", "header_length", "attributes") ++
        (if (fields("version") == Whole(0)) Seq("header_crc", "body_crc", "schema_version")
         else Nil)
      Struct(
        (fields -- lost).map {
          case ("payload", data) => "payload" -> shown(data, plain)
          case ("metadata", Struct(part)) =>
            "metadata" -> Struct(part.updated("data", shown(part("data"), plain)))
          case ("key_part", Struct(part)) if part("data").asInstanceOf[Hex].value.length > 128 =>
            "key_part" -> Struct(part - "data")
          case other => other
        })
    case other => fail(s"$other")
  }

  private def shown(data: Tree, plain: Boolean): Tree = data match {
    case Hex(value) if plain => hex(new String(Vectors.bytes(value), UTF_8).getBytes(UTF_8))
    case other => other
  }

  test("base64 of any length, broken as the peer breaks it") {
    forAll(EventJsonSuite.data) { data =>
      val encoded = new Array[Byte](MimeBase64.encodedLength(data.length).toInt)
      MimeBase64.encode(data, 0, data.length, encoded, 0)
      val lines = java.util.Base64.getEncoder.encodeToString(data).grouped(76).map { text =>
        if (text.length == 76 && !text.endsWith("=")) s"$text\\n" else text
      }
      assert(new String(encoded, UTF_8) === lines.mkString)
      val spaced = new String(encoded, UTF_8).replace("\\n", "\r\n \t").getBytes(UTF_8)
      assert(spaced.take(MimeBase64.decode(spaced, spaced.length)).toSeq === data.toSeq)
    }
  }

  test("a fault of an event is the one of its bytes") {
    forAll(EventJsonSuite.event, Gen.choose(0, 200), Gen.choose(1, 255)) { (event, at, bits) =>
      val whole = event.bytes
      val bytes =
        if (at < whole.length) whole.updated(at, (whole(at) ^ bits).toByte) else whole.take(at / 4)
      val json = ToJson(plain = false)
      assert(walk(json, bytes).left.toOption === walk(OneEvent, bytes).left.toOption)
      for (met <- walk(json, bytes).left) {
        val explained = Trace.faultBy(
          json.newExplainer(Options.none), new Cursor, bytes, met, Options.none)
        assert(Some(explained) === faultOf(OneEvent, bytes))
      }
      succeed
    }
  }

  test("a line larger than maxSize is refused, one as large as it is not") {
    forAll(EventJsonSuite.event, Gen.oneOf(true, false)) { (event, plain) =>
      def within(size: Int) = Options(Map("maxSize" -> s"$size"))
      val size = toJson(event.bytes, plain).getBytes(UTF_8).length
      assert(walk(ToJson(plain), event.bytes, within(size)).isRight)
      assert(walk(ToJson(plain), event.bytes, within(size - 1)) === Left(Reason.TooLarge))
    }
  }

  test("a line larger than maxSize is a fault of the whole") {
    forAll(EventJsonSuite.event) { event =>
      val explainer = ToJson(plain = false).newExplainer(Options.none)
      val fault = Trace.faultBy(explainer, new Cursor, event.bytes, Reason.TooLarge, Options.none)
      assert((fault.reason, fault.offset, fault.path) === ((Reason.TooLarge, 0, "")))
    }
  }
}

object EventJsonSuite {

  /** Generates bytes; half of the arrays are made of characters that JSON escapes. */
  val data: Gen[Array[Byte]] = for {
    length <- Gen.choose(0, 200)
    byte = Gen.choose(-128, 127).map(_.toByte)
    escaped = Gen.oneOf("aé\uD83D\uDE00\"\\\n\u0001\u007f".getBytes(UTF_8).toSeq)
    bytes <- Gen.oneOf(Gen.listOfN(length, byte), Gen.listOfN(length, escaped))
  } yield bytes.toArray

  /** Generates events with such values, some so long that base64 breaks them into lines or that a
    * line leaves out the key part.
    */
  val event: Gen[EventWriter.Event] = for {
    event <- EventGenerator.event
    data <- data
  } yield event match {
    case one: EventWriter.Event1 => one.copy(value = data)
    case two: EventWriter.Event2 =>
      val key = two.key match {
        case EventWriter.PartKey(part) => EventWriter.PartKey(part.copy(data = data))
        case other => other
      }
      two.copy(key = key, payload = two.payload.map(_.copy(data = data)))
  }
}
