package sparkwire.wire.databus

import java.nio.ByteBuffer

import sparkwire.wire.{ReaderChecks, Vectors}
import sparkwire.wire.core.Options
import sparkwire.wire.databus.Databus.OneEvent
import sparkwire.wire.databus.EventWriter._

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

/** Each check of the readers, with its reason, offset and path. A test writes an event, damages one
  * thing in it, and recomputes the checksums unless it tests them.
  */
class EventRefusalSuite extends AnyFunSuite with TableDrivenPropertyChecks with ReaderChecks {
  private type Change = ByteBuffer => Any
  private type Row = (String, Event, Change, String, Int, String)

  private val digest = Vectors.bytes("00112233445566778899aabbccddeeff")
  private val hello = "hello".getBytes

  // Header of 61 bytes, value at 61, 66 bytes in all.
  private def long1(big: Boolean) =
    Event1(big, 1, LongKey(12345), 5L, 1, 30, 1384000000123456789L, 15, digest, hello)
  // Header of 57 bytes, key at 57, value at 60, 65 bytes in all.
  private def bytes1(big: Boolean) = long1(big).copy(attributes = 9, key = BytesKey("key".getBytes))

  // Header of 53 bytes. Payload at 53: length, attributes at 57, digest at 59, data at 75. 80 bytes
  // in all.
  private def long2(big: Boolean) = Event2(big, 0, 1, LongKey(12345), 5L, 1, 1384000000123456789L,
    15, None, Some(Part(digest, 1, hello)))
  // Key at 49, header of 52 bytes.
  private def bytes2(big: Boolean) = long2(big).copy(key = BytesKey("key".getBytes))
  // Key part at 45: attributes at 49, digest at 51, data at 55. Header of 58 bytes.
  private def part2(big: Boolean) =
    long2(big).copy(key = PartKey(Part(Vectors.bytes("01020304"), 1, "key".getBytes)))
  // Metadata at 53: attributes at 57, digest at 59, data at 63. Payload at 65, 92 bytes in all.
  private def meta2(big: Boolean) =
    long2(big).copy(metadata = Some(Part(Vectors.bytes("01020304"), 1, "md".getBytes)))
  private def bare2(big: Boolean) = long2(big).copy(payload = None)

  private def int(at: Int, value: Int): Change = _.putInt(at, value)
  private def long(at: Int, value: Long): Change = _.putLong(at, value)
  private def all(changes: Change*): Change = event => changes.foreach(_(event))
  private def short(at: Int, value: Int): Change = _.putShort(at, value.toShort)
  private def flip(at: Int): Change = event => event.put(at, (event.get(at) ^ 1).toByte)

  // The checksums are recomputed after the change.
  private def resealed(big: Boolean): Seq[Row] = Seq(
    ("v1: a negative length", long1(big), int(5, -1), "negative-length", 5, "size"),
    ("v1: a length of 0", long1(big), int(5, 0), "length-too-small", 5, "size"),
    ("v1: a length of one less than the header, long key", long1(big), int(5, 60),
      "length-too-small", 5, "size"),
    ("v1: a length of one less than the header, byte[] key", bytes1(big), int(5, 56),
      "length-too-small", 5, "size"),
    ("v1: one byte more than there are", long1(big), int(5, 67), "truncated-body", 61, "payload"),
    ("v1: the greatest length", bytes1(big), int(5, Int.MaxValue), "truncated-body", 60, "payload"),
    ("v1: a negative key length", bytes1(big), int(53, -1), "key-length-negative", 53, "key_bytes"),
    ("v1: a key of one byte more than the event", bytes1(big), int(53, 9), "key-length-past-end",
      53,
      "key_bytes"),
    ("v1: a key of 2^31 - 1 bytes", bytes1(big), int(53, Int.MaxValue), "key-length-past-end", 53,
      "key_bytes"),
    ("v1: shorter than the bytes", long1(big), int(5, 65), "trailing-bytes", 65, ""),
    ("v2: a header of 44 bytes", long2(big), int(5, 44), "header-length-too-small", 5,
      "header_length"),
    ("v2: a negative header", long2(big), int(5, -1), "header-length-too-small", 5,
      "header_length"),
    ("v2: a header of one byte more than there are", long2(big), int(5, 81), "truncated-header", 53,
      ""),
    ("v2: the greatest header, key complete", long2(big), int(5, Int.MaxValue), "truncated-header",
      53, ""),
    ("v2: the greatest header, key cut", bytes2(big), all(int(5, Int.MaxValue), int(45, 31)),
      "truncated-header", 49, "key_bytes"),
    ("v2: the greatest header, negative key length", bytes2(big),
      all(int(5, Int.MaxValue), int(45, -1)), "truncated-header", 45, "key_bytes"),
    ("v2: the greatest header, negative length of the key part", part2(big),
      all(int(5, Int.MaxValue), int(45, -1)), "truncated-header", 45, "key_part.data"),
    ("v2: the greatest header, unknown digest of the key part", part2(big),
      all(int(5, Int.MaxValue), short(49, 2)), "truncated-header", 49, "key_part.schema_version"),
    ("v2: the greatest header, unknown opcode and key type", long2(big),
      all(int(5, Int.MaxValue), short(21, 0x83), long(45, 0L)), "truncated-header", 67, ""),
    ("v2: a negative length", long2(big), int(17, -1), "negative-length", 17, "size"),
    ("v2: a length of one less than the header", long2(big), int(17, 52),
      "total-length-less-than-header", 17, "size"),
    ("v2: a length of 0", long2(big), int(17, 0), "total-length-less-than-header", 17, "size"),
    ("v2: a payload in an event of one byte more than there are", long2(big), int(17, 81),
      "truncated-body", 80, ""),
    ("v2: no payload in an event of one byte more than there are", bare2(big), int(17, 54),
      "truncated-body", 53, ""),
    ("v2: opcode 3", long2(big), short(21, 0x87), "bad-opcode", 21, "attributes"),
    ("v2: key type 0", long2(big), short(21, 0x81), "bad-key-type", 21, "attributes"),
    ("v2: a header without a long key", long2(big), int(5, 52), "key-past-header", 45, "key"),
    ("v2: a header without a key length", bytes2(big), int(5, 48), "key-past-header", 45,
      "key_bytes"),
    ("v2: a negative key length", bytes2(big), int(45, -1), "key-length-negative", 45, "key_bytes"),
    ("v2: a key of one byte more than the header", bytes2(big), int(45, 4), "key-past-header", 49,
      "key_bytes"),
    ("v2: a key of 2^31 - 1 bytes", bytes2(big), int(45, Int.MaxValue), "key-past-header", 49,
      "key_bytes"),
    ("v2: a header of one byte more than the key", long2(big), int(5, 54), "header-longer-than-key",
      53, ""),
    ("v2: a key of one byte less than the header", bytes2(big), int(45, 2),
      "header-longer-than-key", 51, ""),
    ("v2: a key part of one byte more than the header", part2(big), int(45, 4), "key-past-header",
      55, "key_part.data"),
    ("v2: a key part whose digest passes the header", part2(big), short(49, 4), "key-past-header",
      51, "key_part.digest"),
    ("v2: a negative length of the key part", part2(big), int(45, -1), "part-length-negative", 45,
      "key_part.data"),
    ("v2: digest type 2 in the key part", part2(big), short(49, 6), "bad-digest-type", 49,
      "key_part.schema_version"),
    ("v2: a header that ends in the key part", part2(big), int(5, 50), "key-past-header", 49,
      "key_part.schema_version"),
    ("v2: metadata of one byte more than the event", meta2(big), int(53, 30), "part-past-end", 63,
      "metadata.data"),
    ("v2: a negative length of the metadata", meta2(big), int(53, -1), "part-length-negative", 53,
      "metadata.data"),
    ("v2: digest type 2 in the metadata", meta2(big), short(57, 2), "bad-digest-type", 57,
      "metadata.schema_version"),
    ("v2: a payload of one byte more than the event", long2(big), int(53, 6), "part-past-end", 75,
      "payload"),
    ("v2: a payload of 2^31 - 1 bytes", long2(big), int(53, Int.MaxValue), "part-past-end", 75,
      "payload"),
    ("v2: a negative length of the payload", long2(big), int(53, -1), "part-length-negative", 53,
      "payload"),
    ("v2: digest type 2 in the payload", long2(big), short(57, 2), "bad-digest-type", 57,
      "schema_version"),
    ("v2: digest type 3 in the payload", long2(big), short(57, 7), "bad-digest-type", 57,
      "schema_version"),
    ("v2: an event that ends in its payload's digest", long2(big), int(17, 74), "part-past-end", 59,
      "schema_id"),
    ("v2: an event that ends in its payload's length", long2(big), int(17, 56), "part-past-end", 53,
      "payload"),
    ("v2: a payload of one byte less than the event", long2(big), int(53, 4),
      "trailing-bytes-in-body", 79, ""),
    ("v2: a body and no part", long2(big), short(21, 5), "trailing-bytes-in-body", 53, ""),
    ("v2: two parts promised, one there", long2(big), short(21, 0xc5), "part-past-end", 80,
      "payload")
  )

  // The checksums stay as they were.
  private def asIs(big: Boolean): Seq[Row] = Seq(
    ("v1: a changed header checksum", long1(big), flip(1), "bad-header-crc", 1, "header_crc"),
    ("v1: a changed header", long1(big), flip(11), "bad-header-crc", 1, "header_crc"),
    ("v1: a changed last byte of the long key", long1(big), flip(60), "bad-header-crc", 1,
      "header_crc"),
    ("v1: a changed key length", bytes1(big), flip(53), "bad-header-crc", 1, "header_crc"),
    ("v1: a length of 53 under a wrong checksum", long1(big), int(5, 53), "bad-header-crc", 1,
      "header_crc"),
    ("v1: a length of 52 under a wrong checksum", long1(big), int(5, 52), "length-too-small", 5,
      "size"),
    ("v1: a changed body checksum", long1(big),
      { event =>
        val _ = flip(49)(event)
        event.putInt(1, EventWriter.crc(event.array, 5, 61))
      }, "bad-body-crc", 49, "body_crc"),
    ("v1: a changed value", long1(big), flip(65), "bad-body-crc", 49, "body_crc"),
    ("v1: a changed byte[] key", bytes1(big), flip(57), "bad-body-crc", 49, "body_crc"),
    ("v2: a changed header checksum", long2(big), flip(9), "bad-header-crc", 9, "header_crc"),
    ("v2: a changed header", long2(big), flip(24), "bad-header-crc", 9, "header_crc"),
    ("v2: a changed last byte of the key", long2(big), flip(52), "bad-header-crc", 9, "header_crc"),
    ("v2: a changed payload", long2(big), flip(79), "bad-body-crc", 13, "body_crc"),
    ("v2: a changed digest", bytes2(big), flip(58), "bad-body-crc", 13, "body_crc"),
    ("v2: a checksum of a body that is empty", bare2(big),
      { event =>
        event.putInt(13, 1).putInt(9, EventWriter.crc(event.putInt(13, 1).array, 13, 53))
      }, "bad-body-crc", 13, "body_crc"),
    ("v2: a changed magic", long2(big), flip(2), "bad-magic", 1, ""),
    ("v2: the length of an event without its bytes", long1(big), _.put(0, 2.toByte), "bad-magic", 1,
      "")
  )

  private def order(big: Boolean) = if (big) "big" else "little"
  private def in(big: Boolean) = Options(Map("byteOrder" -> order(big)))

  for {
    big <- Seq(true, false)
    ((what, event, change, reason, offset, path), isSealed) <-
      resealed(big).map(_ -> true) ++ asIs(big).map(_ -> false)
  } test(s"${order(big)} endian, $what: $reason") {
    val bytes = event.bytes
    val _ = change(ByteBuffer.wrap(bytes).order(event.order))
    if (isSealed) EventWriter.reseal(bytes, event.order)
    val fault = faultOf(OneEvent, bytes, in(big)).get
    assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
    tiles(OneEvent, in(big))(bytes)
  }

  test("the events that the table spoils are good") {
    for (big <- Seq(true, false);
      make <- Seq(long1 _, bytes1 _, long2 _, bytes2 _, part2 _, meta2 _))
      assert(walk(OneEvent, make(big).bytes, in(big)) === Right(make(big).tree))
    succeed
  }

  private val first = Table(("bytes", "reason"), ("", "empty-input"),
    ("7b", "remote-exception-json"), ("7b7d", "remote-exception-json"), ("01", "bad-version"),
    ("03", "bad-version"), ("ff", "bad-version"), ("7a", "bad-version"))

  forAll(first) { (hex, reason) =>
    test(s"the bytes '$hex': $reason") {
      val fault = faultOf(OneEvent, Vectors.bytes(hex)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, 0, "version")))
    }
  }

  test("of all 256 first bytes two begin an event and one a text") {
    val words = (0 to 255).map(first => faultOf(OneEvent, Array(first.toByte)).get.reason.word)
    assert(words.groupBy(identity).map { case (word, all) => word -> all.length } ===
      Map("truncated-header" -> 2, "remote-exception-json" -> 1, "bad-version" -> 253))
    assert(words.zipWithIndex.collect { case ("truncated-header", byte) => byte } === Seq(0, 2))
  }

  // In a truncated event, the fault is in the field in which the bytes end.
  private val cuts = Table[Boolean => Event, Int, String, Int, String](
    ("event", "length", "reason", "offset", "path"),
    (long1, 1, "truncated-header", 1, "header_crc"),
    (long1, 4, "truncated-header", 1, "header_crc"),
    (long1, 5, "truncated-header", 5, "size"),
    (long1, 10, "truncated-header", 9, "attributes"),
    (long1, 18, "truncated-header", 11, "sequence"),
    (long1, 20, "truncated-header", 19, "physical_partition_id"),
    (long1, 21, "truncated-header", 21, "logical_partition_id"),
    (long1, 30, "truncated-header", 23, "timestamp_nanos"),
    (long1, 32, "truncated-header", 31, "src_id"),
    (long1, 48, "truncated-header", 33, "schema_id"),
    (long1, 52, "truncated-header", 49, "body_crc"),
    (long1, 60, "truncated-header", 53, "key"),
    (long1, 61, "truncated-body", 61, "payload"),
    (long1, 65, "truncated-body", 61, "payload"),
    (bytes1, 56, "truncated-header", 53, "key_bytes"),
    (bytes1, 57, "truncated-body", 57, "key_bytes"),
    (bytes1, 59, "truncated-body", 57, "key_bytes"),
    (bytes1, 60, "truncated-body", 60, "payload"),
    (long2, 4, "truncated-header", 1, ""),
    (long2, 8, "truncated-header", 5, "header_length"),
    (long2, 12, "truncated-header", 9, "header_crc"),
    (long2, 16, "truncated-header", 13, "body_crc"),
    (long2, 20, "truncated-header", 17, "size"),
    (long2, 22, "truncated-header", 21, "attributes"),
    (long2, 30, "truncated-header", 23, "timestamp_nanos"),
    (long2, 34, "truncated-header", 31, "src_id"),
    (long2, 36, "truncated-header", 35, "physical_partition_id"),
    (long2, 44, "truncated-header", 37, "sequence"),
    (long2, 52, "truncated-header", 45, "key"),
    (bytes2, 48, "truncated-header", 45, "key_bytes"),
    (bytes2, 51, "truncated-header", 49, "key_bytes"),
    (part2, 48, "truncated-header", 45, "key_part.data"),
    (part2, 50, "truncated-header", 49, "key_part.schema_version"),
    (part2, 54, "truncated-header", 51, "key_part.digest"),
    (part2, 57, "truncated-header", 55, "key_part.data"),
    (long2, 53, "truncated-body", 53, "payload"),
    (long2, 58, "truncated-body", 57, "schema_version"),
    (long2, 74, "truncated-body", 59, "schema_id"),
    (long2, 75, "truncated-body", 75, "payload"),
    (long2, 79, "truncated-body", 75, "payload"),
    (meta2, 56, "truncated-body", 53, "metadata.data"),
    (meta2, 64, "truncated-body", 63, "metadata.data"),
    (meta2, 65, "truncated-body", 65, "payload")
  )

  test("what is cut is at fault where its unfinished field starts") {
    forAll(cuts) { (make, length, reason, offset, path) =>
      for (big <- Seq(true, false)) {
        val fault = faultOf(OneEvent, make(big).bytes.take(length), in(big)).get
        assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
      }
    }
  }

  test("whatever a cut event says is not looked at: bytes are missing first") {
    val short = long1(true).bytes.take(58)
    ByteBuffer.wrap(short).putInt(5, 55)
    val cut = faultOf(OneEvent, short, in(true)).get
    assert((cut.reason.word, cut.offset, cut.path) === (("truncated-header", 53, "key")))
    val bytes = long2(true).bytes.take(76)
    bytes(53) = -1
    val fault = faultOf(OneEvent, bytes).get
    assert((fault.reason.word, fault.offset, fault.path) === (("truncated-body", 53, "payload")))
    val key = bytes1(true).bytes.take(60)
    ByteBuffer.wrap(key).putInt(53, -1)
    val fits = EventWriter.reseal(key, bytes1(true).order)
    assert(faultOf(OneEvent, fits).map(_.reason.word) === Some("truncated-body"))
  }

  test("without verification checksums are not looked at, everything else is") {
    for (big <- Seq(true, false); (_, event, change, reason, offset, path) <- resealed(big)) {
      val bytes = event.bytes
      val _ = change(ByteBuffer.wrap(bytes).order(event.order))
      val options = Options(in(big).values + ("verify" -> "none"))
      val fault = faultOf(OneEvent, bytes, options).get
      assert((fault.reason.word, fault.offset) === ((reason, offset)), path)
    }
    for {
      big <- Seq(true, false)
      (what, event, change, reason, _, _) <- asIs(big)
      if !what.contains("length") // lengths are checked without verification too
    } {
      val bytes = event.bytes
      val _ = change(ByteBuffer.wrap(bytes).order(event.order))
      val options = Options(in(big).values + ("verify" -> "none"))
      assert(walk(OneEvent, bytes, options).isRight === reason.endsWith("crc"), what)
    }
  }

  test("a version 1 event that fits no order has the fault of the big-endian reading") {
    val bytes = long1(false).bytes
    bytes(11) = 99
    val fault = faultOf(OneEvent, bytes).get
    // A small little-endian length is a huge one when read as big-endian.
    assert((fault.reason.word, fault.offset) === (("bad-header-crc", 1)))
    val whole = Options(Map("verify" -> "none"))
    assert(faultOf(OneEvent, bytes, whole).map(_.reason.word) === Some("truncated-body"))
  }
}
