package sparkwire.wire.ignite.cdc

import sparkwire.wire.core.{Cursor, Reason}
import sparkwire.wire.ignite.{Ignite, ModifiedUtf8}
import sparkwire.wire.ignite.cdc.ObjectStream._

/** A field of a class.
  *
  * @param at
  *   the offset of a number in the numbers of its class, in bytes
  */
private[cdc] final class JavaField(val name: String, val code: Char, val at: Int) {
  def isObject: Boolean = code == 'L' || code == '['
  def size: Int = code match {
    case 'B' | 'Z' => 1
    case 'C' | 'S' => 2
    case 'I' | 'F' => 4
    case 'J' | 'D' => 8
    case _ => 0
  }
}

/** A class as a stream describes it. */
private[cdc] final class JavaClass(val name: String, flags: Int, fields: Array[JavaField]) {
  val numbers: Array[JavaField] = fields.filterNot(_.isObject)
  val objects: Array[JavaField] = fields.filter(_.isObject)

  /** The size of all numbers in bytes. */
  val size: Int = numbers.map(_.size).sum

  /** The superclass, null if it has none that is serialized. */
  var parent: JavaClass = _

  /** The number of classes from here up to the last superclass; 0 until those have been read. */
  var levels = 0

  def isExternal: Boolean = (flags & External) != 0

  /** Whether data of its own follows the fields. */
  def writesMore: Boolean = (flags & WritesMore) != 0

  /** Whether there is a field of this name and code. */
  def has(field: (String, Char)): Boolean =
    fields.exists(one => one.name == field._1 && one.code == field._2)

  /** Returns the offset of a number, -1 if there is no such number. */
  def offsetOf(field: String, code: Char): Int =
    numbers.find(number => number.name == field && number.code == code).fold(-1)(_.at)
}

/** Reads descriptions of classes. After the code:
  * | n (2), n bytes | the name, as `Class.getName` has it                                     |
  * | 8              | serialVersionUID                                                        |
  * | 1              | flags: 1 writes more, 2 serializable, 4 external, 8 in blocks, 16 enum  |
  * | m (2)          | m fields                                                                |
  * | 78             | the end of annotations, of which only Java's RMI makes use              |
  * | content        | the superclass: another class, a reference to one, or null              |
  *
  * A field is a code (`B C D F I J S Z`, `L` for objects, `[` for arrays), n (2), n bytes of its name
  * and, for objects and arrays, a string or a reference to one: the name of its type.
  *
  * The version is not compared. The JDK promises to keep the forms of its classes, and Ignite's own
  * classes say 0.
  */
private[cdc] final class JavaClasses(contents: Contents) {
  import JavaClasses._

  /** Reads the head of a stream of one object, up to its fields, and returns the class of the object. */
  def readRoot(cursor: Cursor, notThis: Reason): JavaClass = {
    cursor.setBigEndian(true)
    contents.begin()
    if (cursor.left >= 4 && cursor.i32At(cursor.position) != Magic) cursor.refuse(notThis)
    cursor.skip(4, Ignite.Truncated)
    val start = cursor.position
    expect(cursor, Object, notThis)
    val form = read(cursor)
    if (form == null) cursor.refuse(notThis)
    val _ = contents.add(null, start)
    form
  }

  /** Reads a class, a reference to one, or null. */
  def read(cursor: Cursor): JavaClass = {
    val found = readOne(cursor)
    // The classes that have been read here, each the superclass of the one before.
    var chain = List.empty[JavaClass]
    var last = found
    while (last != null && last.levels == 0) {
      if (chain.contains(last)) cursor.refuse(BadClass)
      chain = last :: chain
      if (chain.length > MostLevels) cursor.refuse(Ignite.UnknownClass)
      last.parent = readOne(cursor)
      last = last.parent
    }
    chain.foreach { one =>
      one.levels = 1 + (if (one.parent == null) 0 else one.parent.levels)
      if (one.levels > MostLevels) cursor.refuse(Ignite.UnknownClass)
    }
    found
  }

  private def readOne(cursor: Cursor): JavaClass = cursor.u8(Ignite.Truncated) match {
    case Null => null
    case Reference =>
      contents.at(contents.readNumber(cursor)) match {
        case known: JavaClass => known
        case _ => cursor.refuse(BadReference)
      }
    case ClassDescription => describe(cursor)
    case _ => cursor.refuse(BadClass)
  }

  private def describe(cursor: Cursor): JavaClass = {
    val name = nameAt(cursor)
    cursor.skip(8, Ignite.Truncated)
    val number = contents.add(null, cursor.position)
    val flags = cursor.u8(Ignite.Truncated)
    if (!isPossible(flags)) cursor.refuse(BadClass)
    val count = cursor.u16(Ignite.Truncated)
    if (count > MostFields) cursor.refuse(Ignite.UnknownClass)
    val described = new JavaClass(name, flags, readFields(cursor, count))
    contents.set(number, described)
    expect(cursor, EndOfData, Ignite.UnknownClass)
    described
  }

  private def readFields(cursor: Cursor, count: Int): Array[JavaField] = {
    val fields = new Array[JavaField](count)
    var at = 0
    var field = 0
    while (field < count) {
      val code = cursor.u8(Ignite.Truncated).toChar
      if (FieldCodes.indexOf(code.toInt) < 0) cursor.refuse(BadClass)
      fields(field) = new JavaField(nameAt(cursor), code, at)
      at += fields(field).size
      if (fields(field).isObject) skipType(cursor)
      field += 1
    }
    fields
  }

  private def skipType(cursor: Cursor): Unit = cursor.u8(Ignite.Truncated) match {
    case Text =>
      val _ = contents.add(Contents.String, cursor.position - 1)
      cursor.skip(cursor.u16(Ignite.Truncated).toLong, Ignite.LengthPastEnd)
    case Reference =>
      if (contents.at(contents.readNumber(cursor)) ne Contents.String) cursor.refuse(BadReference)
    case _ => cursor.refuse(BadClass)
  }

  private def nameAt(cursor: Cursor): String = {
    val length = cursor.u16(Ignite.Truncated)
    val from = cursor.take(length.toLong, Ignite.LengthPastEnd)
    ModifiedUtf8.decode(cursor.bytes, from, cursor.position)
  }
}

private[cdc] object JavaClasses {
  // More than any class has that is read. Each object takes a step for each of them.
  private final val MostLevels = 4
  private final val MostFields = 16

  private val FieldCodes = "BCDFIJSZL["

  private def isPossible(flags: Int): Boolean =
    (flags & ~WritesMore) == Serializable || flags == (External | InBlocks) ||
      flags == (Serializable | IsEnum)
}
