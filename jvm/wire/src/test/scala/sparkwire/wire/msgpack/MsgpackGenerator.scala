package sparkwire.wire.msgpack

import java.math.BigInteger

import scala.jdk.CollectionConverters._

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.core.InstantForm

import org.msgpack.core.{MessagePack, MessagePacker}
import org.msgpack.value.Value
import org.scalacheck.Gen

/** Generates values, and writes and reads them with msgpack-core.
  *
  * A value that is too large is generated again (`retryUntil`) and not discarded (`suchThat`): a
  * property gives up by chance if it discards much.
  */
object MsgpackGenerator {
  private val MaxUnsigned = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)

  private val longs: Gen[Long] = Gen.oneOf(
    Gen.choose(-200L, 200L),
    Gen.oneOf(0L, -32L, -33L, 127L, 128L, 255L, 256L, 65535L, 65536L, 0xffffffffL, 0x100000000L,
      Long.MinValue, Long.MaxValue),
    Gen.choose(Long.MinValue, Long.MaxValue))
  // The range of Java's Instant, because msgpack-core reads no other seconds.
  private val seconds: Gen[Long] =
    Gen.oneOf(Gen.oneOf(0L, -1L, 0xffffffffL, 0x100000000L, 0x3ffffffffL, 0x400000000L),
      Gen.choose(-62135596800L, 253402300799L), Gen.choose(-31557014167219200L, 31556889864403199L))
  private val doubles: Gen[Double] = Gen.oneOf(
    Gen.oneOf(0.0, -0.0, Double.NaN, Double.PositiveInfinity, Double.NegativeInfinity,
      Double.MinPositiveValue, 1.5),
    Gen.choose(-1e9, 1e9))
  private val texts: Gen[String] = Gen.oneOf(
    Gen.alphaNumStr.map(_.take(40)),
    Gen.listOf(Gen.oneOf("a", "é", "€", "😀", "\u0000", "\ud7ff", "\uffff")).map(_.mkString),
    Gen.oneOf("", "x" * 31, "x" * 32, "y" * 255, "y" * 256, "z" * 70000))
  private val binaries: Gen[Array[Byte]] = Gen.oneOf(
    Gen.containerOf[Array, Byte](Gen.choose(Byte.MinValue, Byte.MaxValue)),
    Gen.oneOf(0, 1, 255, 256, 65536).map(new Array[Byte](_)))

  private val extTypes: Gen[Int] = Gen.oneOf(Gen.choose(0, 127), Gen.choose(-128, -2))

  private def scalars(extTypes: Gen[Int]): Gen[Tree] = Gen.oneOf(
    Gen.const(NoValue),
    Gen.oneOf(true, false).map(Flag),
    longs.map(Whole),
    Gen.choose(1L, Long.MaxValue).map(below =>
      BigWhole(MaxUnsigned.subtract(BigInteger.valueOf(below)))),
    doubles.map(Real(_)),
    texts.map(Text),
    binaries.map(hex),
    for { seconds <- seconds; nanos <- Gen.oneOf(0, 1, 999999999) } yield Instant(
      InstantForm.Seconds, seconds, nanos),
    for {
      kind <- extTypes; data <- binaries
    } yield struct("@ext" -> Whole(kind.toLong), "data" -> hex(data)))

  private def nested(depth: Int, extTypes: Gen[Int] = extTypes): Gen[Tree] =
    if (depth == 0) scalars(extTypes)
    else {
      val inner = nested(depth - 1, extTypes)
      Gen.frequency(
        3 -> scalars(extTypes),
        1 -> Gen.choose(0, 20).flatMap(Gen.listOfN(_, inner)).map(list => Items(list.toVector)),
        1 -> Gen.choose(0, 20).flatMap(
          Gen.listOfN(_, Gen.zip(Gen.oneOf(texts.map(Text(_)), inner), inner)))
          .map(list => Entries(list.toVector)))
    }

  // Long texts in deep lists could exceed the limit of a VARIANT, 16 MiB. Values close to that
  // limit have tests of their own.
  private val Max = 4 << 20

  val values: Gen[Tree] = valuesWith(extTypes)

  /** Values of bins, without GeoJSON: it must be UTF-8 there, and random bytes are not. */
  val binValues: Gen[Tree] = valuesWith(extTypes.retryUntil(_ != Msgpack.GeoJsonExt))

  private def valuesWith(extTypes: Gen[Int]): Gen[Tree] =
    Gen.choose(0, 4).flatMap(nested(_, extTypes)).retryUntil(write(_).length <= Max)

  /** Values small enough to be cut and changed at every byte. */
  val encoded: Gen[Array[Byte]] = nested(2).map(write).retryUntil(_.length < 300)

  /** @param narrow
    *   whether numbers that a float 32 holds are written as one, so that both widths occur
    */
  def write(tree: Tree, narrow: Boolean): Array[Byte] = {
    val packer = MessagePack.newDefaultBufferPacker()
    put(packer, tree, narrow)
    packer.toByteArray
  }
  def write(tree: Tree): Array[Byte] = write(tree, narrow = true)

  private def put(packer: MessagePacker, tree: Tree, narrow: Boolean): Unit = {
    val _ = tree match {
      case NoValue => packer.packNil()
      case Flag(value) => packer.packBoolean(value)
      case Whole(value) => packer.packLong(value)
      case BigWhole(value) => packer.packBigInteger(value)
      case Real(value) =>
        if (narrow && value.toFloat.toDouble.equals(value)) packer.packFloat(value.toFloat)
        else packer.packDouble(value)
      case Text(value) => packer.packString(value)
      case Hex(digits) =>
        val bytes = Vectors.bytes(digits)
        packer.packBinaryHeader(bytes.length).writePayload(bytes)
      case Instant(_, seconds, nanos) => putInstant(packer, seconds, nanos)
      case Struct(fields) =>
        val Whole(kind) = fields("@ext"): @unchecked
        val Hex(digits) = fields("data"): @unchecked
        val bytes = Vectors.bytes(digits)
        packer.packExtensionTypeHeader(kind.toByte, bytes.length).writePayload(bytes)
      case Items(items) =>
        packer.packArrayHeader(items.length)
        items.foreach(put(packer, _, narrow))
        packer
      case Entries(entries) =>
        packer.packMapHeader(entries.length)
        entries.foreach { case (key, value) =>
          put(packer, key, narrow)
          put(packer, value, narrow)
        }
        packer
      case other => throw new IllegalArgumentException(other.toString)
    }
  }

  // msgpack-core's own writer refuses seconds outside of Java's Instant.
  private def putInstant(packer: MessagePacker, seconds: Long, nanos: Int): MessagePacker =
    if (seconds >= 0 && seconds < (1L << 34)) packer.packTimestamp(seconds, nanos)
    else {
      val data = java.nio.ByteBuffer.allocate(12).putInt(nanos).putLong(seconds).array
      packer.packExtensionTypeHeader(-1, 12).writePayload(data)
      packer
    }

  def read(bytes: Array[Byte]): Tree = {
    val unpacker = MessagePack.newDefaultUnpacker(bytes)
    val value = of(unpacker.unpackValue())
    if (unpacker.hasNext) throw new IllegalStateException("more behind it")
    value
  }

  private def of(value: Value): Tree =
    if (value.isNilValue) NoValue
    else if (value.isBooleanValue) Flag(value.asBooleanValue.getBoolean)
    else if (value.isIntegerValue) {
      val number = value.asIntegerValue.asBigInteger
      if (number.bitLength < 64) Whole(number.longValue) else BigWhole(number)
    } else if (value.isFloatValue) Real(value.asFloatValue.toDouble)
    else if (value.isStringValue) Text(value.asStringValue.asString)
    else if (value.isBinaryValue) hex(value.asBinaryValue.asByteArray)
    else if (value.isArrayValue) Items(value.asArrayValue.iterator.asScala.map(of).toVector)
    else if (value.isMapValue) {
      // The map of msgpack-core would drop a repeated key.
      val flat = value.asMapValue.getKeyValueArray
      Entries(flat.grouped(2).map(pair => of(pair(0)) -> of(pair(1))).toVector)
    } else {
      val ext = value.asExtensionValue
      if (ext.getType == -1) instant(ext.getData)
      else struct("@ext" -> Whole(ext.getType.toLong), "data" -> hex(ext.getData))
    }

  private def instant(data: Array[Byte]): Tree = {
    val buffer = java.nio.ByteBuffer.wrap(data)
    data.length match {
      case 4 => Instant(InstantForm.Seconds, buffer.getInt & 0xffffffffL, 0)
      case 8 =>
        val packed = buffer.getLong
        Instant(InstantForm.Seconds, packed & 0x3ffffffffL, (packed >>> 34).toInt)
      case _ =>
        val nanos = buffer.getInt
        Instant(InstantForm.Seconds, buffer.getLong, nanos)
    }
  }
}
