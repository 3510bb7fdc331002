package sparkwire.wire

/** A struct that is plain on the wire: parts of fixed size, or with their length in front, one behind the
  * other. It is told in full, so that a sink may make code of it that fills whole arrays.
  *
  * @param endsWithZero
  *   whether a byte stands behind the parts that must be 0
  * @param rowBytes
  *   what each counts for the size that a value may have
  */
final class PlainStruct(val shape: Shape, val parts: Array[PlainPart], val endsWithZero: Boolean,
    val rowBytes: Int) {

  /** How many fields its shape has, with those of the structs within. */
  val size: Long = shape.fields.length + parts.map {
    case PlainPart.Structs(_, _, struct) => struct.size
    case _ => 0L
  }.sum

  /** The same with another array behind the rest, of which nothing is on the wire. */
  def withEmptyList(field: Int): PlainStruct =
    new PlainStruct(shape, parts :+ PlainPart.EmptyList(field), endsWithZero, rowBytes)

  /** How many containers are within one another here. */
  val depth: Int = 1 + parts.map {
    case PlainPart.Structs(_, _, struct) => 1 + struct.depth
    case _: PlainPart.NumberList => 1
    case _ => 0
  }.maxOption.getOrElse(0)
}

object PlainStruct {

  /** What each element of a list counts for the size that a value may have. */
  final val ElementBytes = 16
}

/** What stands at one place of a [[PlainStruct]]. */
sealed abstract class PlainPart

object PlainPart {
  final case class Numbers(run: NumberRun) extends PlainPart

  /** UTF-8; what is malformed becomes U+FFFD. */
  final case class Text(field: Int, lead: Lead) extends PlainPart
  final case class Binary(field: Int, lead: Lead) extends PlainPart

  /** Bytes of which a text of fixed size is made. */
  final case class Coded(field: Int, coding: TextCoding) extends PlainPart
  final case class NumberList(field: Int, lead: Lead, run: NumberRun) extends PlainPart
  final case class Structs(field: Int, lead: Lead, struct: PlainStruct) extends PlainPart

  /** An array of which nothing is there: it is empty. */
  final case class EmptyList(field: Int) extends PlainPart

  /** A length or count in front.
    *
    * @param form
    *   how it is written
    * @param most
    *   what is longer is refused
    */
  final case class Lead(form: Int, isNullable: Boolean, isEmptyNull: Boolean, most: Int)

  object Lead {
    final val Int16 = 0
    final val Int32 = 1

    /** One more, in groups of 7 bits; 0 is null. */
    final val Varint = 2
  }
}

/** How a text of fixed size is made of bytes. */
abstract class TextCoding(val size: Int, val textSize: Int) extends Serializable {
  def write(bytes: Array[Byte], from: Int, text: Array[Byte], at: Int): Unit
}

/** Code made for one place: it fills a [[PlainStruct]] that has begun, or an array of such that has not. */
abstract class PlainFiller {

  /** @param count
    *   of the elements of an array, 1 for a struct
    * @param budget
    *   how much the structs and elements in it may count
    * @return
    *   where it ends; negative where something is not plain or not right: nothing is filled then
    */
  def fill(bytes: Array[Byte], from: Int, until: Int, count: Int, budget: Long): Int

  /** What was counted the last time. */
  def spent: Long
}
