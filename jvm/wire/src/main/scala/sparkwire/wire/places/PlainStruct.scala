package sparkwire.wire.places

import sparkwire.wire.core.{Kind, Shape}

/** A struct with a plain layout on the wire: a sequence of parts, each of fixed size or after its
  * length. Its description is complete, so that a sink can generate code that fills whole arrays,
  * and a source code that writes them.
  *
  * The parts are in the order of the shape, because a sink may store values of variable size one
  * after the other, and compare structs by their bytes.
  *
  * Measured against Kafka's own classes: a fetch request takes 0.7 times as long with generated
  * code and 1.4 times without; with tags in each partition 2.0 and 4.1 times.
  *
  * @param tags
  *   the section of tagged fields after the parts, null if there is none
  * @param made
  *   the parts without bytes, after the section
  * @param rowBytes
  *   the charge of each such struct against `maxSize` in bytes
  */
final class PlainStruct(val shape: Shape, val parts: Array[PlainPart], val tags: PlainTags,
    val made: Array[PlainPart], val rowBytes: Int) {
  private[this] val tagged =
    if (tags == null) Array.empty[PlainPart] else tags.fields.map(_.part)

  /** All parts that are given to the sink. For a tagged field this is the part on the wire; its
    * default fits the same places.
    */
  val all: Array[PlainPart] = parts ++ tagged ++ made

  /** The number of fields of the shape, including the fields of nested structs, as far as it counts
    * them: a type that is used twice by each of a hundred types would overflow.
    */
  val size: Long = math.min(shape.fields.length + all.map(_.size).sum, PlainStruct.MaxSize)

  /** Returns the same struct with a further array at the end, which has no bytes and is always
    * empty.
    */
  def withEmptyList(field: Int): PlainStruct =
    new PlainStruct(shape, parts, tags, made :+ PlainPart.EmptyList(field), rowBytes)

  /** The number of nested levels of containers, itself included. */
  val depth: Int = 1 + all.map(_.depth).maxOption.getOrElse(0)
}

object PlainStruct {

  /** The charge of each element of an array against `maxSize` in bytes. */
  final val ElementBytes = 16
  private final val MaxSize = Int.MaxValue.toLong
}

/** A section of tagged fields. On the wire it begins with their number; then come, for each field,
  * its tag, its size and its value, with ascending tags. A field with its default value is left
  * out. A section is plain if it has no other tags than these.
  */
final class PlainTags(val fields: Array[PlainTag])

/** @param part
  *   the value after tag and size
  * @param default
  *   the value of the field if it is not on the wire: a part without bytes
  */
final case class PlainTag(tag: Long, part: PlainPart, default: PlainPart)

/** One part of a [[PlainStruct]]. */
sealed abstract class PlainPart {

  /** The positions of its fields in the shape. */
  def fields: Seq[Int]

  /** The number of fields of the structs in it. */
  def size: Long = 0

  /** The number of levels of containers in it. */
  def depth: Int = 0
}

object PlainPart {
  final case class Numbers(run: NumberRun) extends PlainPart {
    def fields: Seq[Int] = run.fields.toSeq
  }

  sealed abstract class OneField extends PlainPart {
    def field: Int
    final def fields: Seq[Int] = Seq(field)
  }

  /** Bytes that become a text of fixed size. */
  final case class Coded(field: Int, coding: TextCoding) extends OneField

  /** A part after a length or count. */
  sealed abstract class Led extends OneField {
    def lead: Lead
  }

  /** UTF-8; malformed sequences become U+FFFD. */
  final case class Text(field: Int, lead: Lead) extends Led
  final case class Binary(field: Int, lead: Lead) extends Led
  final case class NumberList(field: Int, lead: Lead, run: NumberRun) extends Led {
    override def depth: Int = 1
  }
  final case class Structs(field: Int, lead: Lead, struct: PlainStruct) extends Led {
    override val size: Long = struct.size
    override val depth: Int = 1 + struct.depth
  }

  /** A part without bytes. */
  sealed abstract class Absent extends OneField

  final case class EmptyList(field: Int) extends Absent
  final case class Null(field: Int) extends Absent

  /** A constant number: its bits, extended to 64 by zeros. */
  final case class Number(field: Int, bits: Long) extends Absent

  /** A constant text or binary. */
  final case class Constant(field: Int, bytes: Array[Byte]) extends Absent

  /** A part of structs that are written by generated code and read without. */
  sealed abstract class OnlyWritten extends OneField

  /** A whole number, date or timestamp as a zigzag varint.
    *
    * @param units
    *   how many units of the row are one on the wire, which is rounded down
    */
  final case class Zigzag(field: Int, kind: Kind, units: Int) extends OnlyWritten

  /** A boolean, float or double, the lowest byte first. */
  final case class LowFirst(field: Int, kind: Kind) extends OnlyWritten

  /** One of several texts, as its number in a zigzag varint. */
  final case class Symbol(field: Int, numbers: TextNumbers) extends OnlyWritten

  /** A value that may be null: a zigzag varint says whether it is. */
  final case class Optional(part: OneField, whenNull: Int, whenGiven: Int) extends OnlyWritten {
    def field: Int = part.field
    override val size: Long = part.size
    override val depth: Int = part.depth
  }

  final case class Nested(field: Int, struct: PlainStruct) extends OnlyWritten {
    override val size: Long = struct.size
    override val depth: Int = struct.depth
  }

  /** A list as one block: the count as a zigzag varint and the elements, unless it is empty, and 0.
    *
    * @param element
    *   the part of an element, whose field is 0
    */
  final case class Block(field: Int, element: OneField) extends OnlyWritten {
    override val size: Long = element.size
    override val depth: Int = 1 + element.depth
  }

  /** A length or count before a value.
    *
    * @param form
    *   the encoding
    * @param most
    *   the maximum; anything above is refused
    */
  final case class Lead(form: Int, isNullable: Boolean, isEmptyNull: Boolean, most: Int)

  object Lead {
    final val Int16 = 0
    final val Int32 = 1

    /** The number plus one, as a varint in groups of 7 bits; 0 is null. */
    final val Varint = 2

    /** The number as a zigzag varint. */
    final val Zigzag = 3
  }
}

/** A varint: groups of 7 bits, the least significant first; bit 7 of a byte means that another byte
  * follows.
  */
object PlainLength {
  final val None = -1L
  private final val MaxBytes = 5

  /** Returns the end position in the upper half and the number in the lower; [[None]] if it does
    * not end or exceeds 2^31-1.
    */
  def read(bytes: Array[Byte], from: Int, until: Int): Long = {
    var value = 0L
    var at = from
    var byte = 0x80
    while (byte >= 0x80 && at < until && at - from < MaxBytes) {
      byte = bytes(at) & 0xff
      value |= (byte & 0x7fL) << (7 * (at - from))
      at += 1
    }
    if (byte >= 0x80 || value > Int.MaxValue) None else at.toLong << 32 | value
  }

  def end(read: Long): Int = (read >>> 32).toInt
}

/** Converts `size` bytes to a text of `textSize` bytes, and back. */
abstract class TextCoding(val size: Int, val textSize: Int) extends Serializable {
  def write(bytes: Array[Byte], from: Int, text: Array[Byte], at: Int): Unit

  /** Writes the bytes of a text to `at`. Returns false if the text is not one of the coding's; the
    * bytes are then undefined.
    */
  def tryRead(text: Array[Byte], from: Int, until: Int, bytes: Array[Byte], at: Int): Boolean
}

/** Finds the numbers of a few texts. */
abstract class TextNumbers {

  /** Returns -1 for a text that has no number. */
  def of(text: Array[Byte], from: Int, until: Int): Int
}

/** Generated code for one place: it fills a [[PlainStruct]] that has begun, or an array of them
  * that has not.
  */
abstract class PlainFiller {

  /** @param count
    *   the number of elements of an array, 1 for a struct
    * @param budget
    *   the maximum charge of the structs and elements, in bytes
    * @return
    *   the end position; negative if anything is not plain or not valid: then nothing has been
    *   filled
    */
  def fill(bytes: Array[Byte], from: Int, until: Int, count: Int, budget: Long): Int

  /** Fills the row of a value that ends at `until`, and returns it; null if it is not plain. */
  def fillWhole(bytes: Array[Byte], from: Int, until: Int, budget: Long): AnyRef

  /** The charge of the last [[fill]], in bytes. */
  def spent: Long
}
