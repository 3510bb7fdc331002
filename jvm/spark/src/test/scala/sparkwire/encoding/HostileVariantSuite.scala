package sparkwire.encoding

import java.io.ByteArrayOutputStream

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.VariantType
import org.apache.spark.types.variant.VariantBuilder
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.errors.Twins
import sparkwire.expressions.{EncodePlan, Encoder, Ending}
import sparkwire.wire.Vectors
import sparkwire.wire.avro.writing.EncodedValue
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.Options
import sparkwire.wire.databus.Databus
import sparkwire.wire.kafka.messages.OneRequest
import sparkwire.wire.msgpack.Msgpack
import sparkwire.wire.writing.Written

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** VARIANTs whose bytes lie: they are written or refused, and nothing else happens. */
class HostileVariantSuite extends AnyFunSuite {
  private def encoder(ending: Ending) = new Encoder(
    EncodePlan("msgpack_encode", Msgpack, Msgpack.OneValue, Options.none, ending, Twins("", "")),
    VariantType)
  private val attempt = encoder(Ending.Attempt)
  private val fault = encoder(Ending.FaultRow)

  private def encode(value: Array[Byte], names: Array[Byte]): Array[Byte] =
    attempt.encode(new VariantVal(value, names)).asInstanceOf[Array[Byte]]

  private def reasonOf(value: Array[Byte], names: Array[Byte] = noNames): String =
    fault.encode(new VariantVal(value, names)) match {
      case row: InternalRow => row.getUTF8String(0).toString
      case _ => "none"
    }

  private val noNames = Array[Byte](1, 0, 0)

  private def variant(json: String): VariantVal = {
    val made = VariantBuilder.parseJson(json, false)
    new VariantVal(made.getValue, made.getMetadata)
  }

  private val samples = Seq(
    "{\"b\": [1, 300, 70000, 5000000000, 1.5, 12345678901.25, 1e300, true, null], \"a\": \"text\"}",
    "[{\"key\": 1, \"value\": {\"x\": []}}, {\"key\": \"1\", \"value\": 2}]",
    "{\"@type\": \"timestamp\", \"seconds\": 1, \"nanos\": 5}",
    s"{\"long\": \"${"x" * 100}\", \"deep\": [[[[{\"a\": [{}]}]]]]}",
    (1 to 300).map(i => s"\"f$i\": $i").mkString("{", ",", "}")).map(variant)

  test("the samples are written, in the order of their fields") {
    for (sample <- samples) assert(encode(sample.getValue, sample.getMetadata) !== null)
    assert(Vectors.hex(encode(samples(2).getValue, samples(2).getMetadata)) ===
      "d7ff0000001400000001")
  }

  private def damaged(bytes: Array[Byte], random: Random): Array[Byte] =
    random.nextInt(4) match {
      case 0 => bytes
      case 1 => bytes.take(random.nextInt(bytes.length + 1))
      case 2 => bytes.updated(random.nextInt(bytes.length), random.nextInt().toByte)
      case _ => bytes.updated(random.nextInt(math.min(bytes.length, 12)), random.nextInt().toByte)
    }

  test("any byte changed, cut anywhere, and other bytes behind") {
    val random = new Random(7)
    for (sample <- samples; _ <- 1 to 3000) {
      val (value, names) =
        (damaged(sample.getValue, random), damaged(sample.getMetadata, random))
      val written = encode(value, names)
      val reason = reasonOf(value, names)
      assert((written == null) === (reason != "none"), Vectors.hex(value))
    }
  }

  // Writers that ask for fields read a VARIANT in another way.
  private val askers: Map[String, (Written, Seq[String])] = Map(
    "avro_encode" -> (EncodedValue(
      """{"type":"record","name":"R","fields":[
        {"name":"a","type":["null","string",{"type":"array","items":"double"}]},
        {"name":"m","type":{"type":"map","values":["long","boolean","R"]}}]}""") -> Seq(
      """{"a":"text","m":{"x":1,"y":true,"z":{"a":[1.5,2],"m":{}}}}""")),
    "kafka_request_encode" -> (OneRequest -> Seq(
      """{"api_key":3,"api_version":12,"client_id":"c","body":{"topics":[{"name":"a"},{"name":null}]}}""")),
    "cernan_encode" -> (Cernan.OnePacket(None) -> Seq(
      """{"version":2,"id":7,"sync":true,"pairs":[],"avro_schema":"\"int\"","records":[1,2,3]}""")),
    "databus_encode" -> (Databus.OneEvent -> Seq(
      """{"key":5,"src_id":1,"sequence":9,"timestamp_nanos":3,"opcode":"UPSERT"}"""))
  )

  for ((function, (root, texts)) <- askers)
    test(s"$function: any byte changed, cut anywhere") {
      val random = new Random(7)
      def encoder(ending: Ending) = new Encoder(
        EncodePlan(function, Msgpack, root, Options.none, ending, Twins("", "")), VariantType)
      val (attempt, fault) = (encoder(Ending.Attempt), encoder(Ending.FaultRow))
      for (text <- texts) {
        val sample = variant(text)
        assert(fault.encode(sample) == null)
        for (_ <- 1 to 5000) {
          val one = new VariantVal(
            damaged(sample.getValue, random), damaged(sample.getMetadata, random))
          assert((attempt.encode(one) == null) === (fault.encode(one) != null),
            Vectors.hex(one.getValue))
        }
      }
    }

  test("every first byte, with little behind it") {
    for (first <- 0 to 255; size <- Seq(0, 1, 5, 20)) {
      val value = first.toByte +: Array.fill[Byte](size)(-1)
      assert((encode(value, noNames) == null) === (reasonOf(value) != "none"))
    }
    assert(reasonOf(Array.emptyByteArray) === "bad-variant")
    assert(reasonOf(Array[Byte](0), Array.emptyByteArray) === "bad-variant")
    assert(reasonOf(Array[Byte](0), Array[Byte](2, 0, 0)) === "bad-variant")
  }

  /** Returns an array of `count` parts, all of which are the same value. */
  private def repeated(count: Int, part: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    out.write(3 | (3 << 2) | (1 << 4))
    def number(value: Int): Unit = for (byte <- 0 to 3) out.write(value >> (8 * byte))
    number(count)
    for (_ <- 1 to count) number(0)
    number(part.length)
    out.write(part)
    out.toByteArray
  }

  private def inTime(work: => Assertion): Assertion = {
    val start = System.nanoTime
    val done = work
    assert(System.nanoTime - start < 30000000000L)
    done
  }

  test("a value that is visited again and again is refused in time") {
    val doubled = (1 to 60).foldLeft(Array[Byte](0))((part, _) => repeated(2, part))
    inTime(assert(reasonOf(doubled) === "too-large"))
    val squared = repeated(4000, repeated(4000, repeated(4000, Array[Byte](0))))
    inTime(assert(reasonOf(squared) === "too-large"))
    val empty = repeated(100000, repeated(100000, repeated(0, Array.emptyByteArray)))
    inTime(assert(reasonOf(empty) === "too-large"))
  }

  test("pairs that share a long key are refused in time") {
    val pair = variant(s"{\"key\": \"${"k" * 1000000}\", \"value\": 1}")
    inTime(
      assert(
        reasonOf(repeated(100000, pair.getValue), pair.getMetadata) === "too-large"))
  }

  test("nested as deep as there are bytes") {
    val deep = (1 to 3000).foldLeft(Array[Byte](0))((part, _) => repeated(1, part))
    assert(reasonOf(deep) === "nesting-too-deep")
  }

  test("text that is not UTF-8") {
    assert(reasonOf(Array[Byte]((2 << 2 | 1).toByte, 0x61, -1)) === "not-text")
  }
}
