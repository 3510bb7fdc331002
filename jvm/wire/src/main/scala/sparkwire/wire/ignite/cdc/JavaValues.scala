package sparkwire.wire.ignite.cdc

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.{Cursor, Options, Reason, Utf8}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.ModifiedUtf8
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.writing.{Output, Unencodable}

/** Reads keys and values of a stream. A binary object is read where it is, if it is in one piece.
  * Everything else is copied, in the form in which Ignite writes such a value, so that one reader
  * decodes all of them. A reference becomes a handle, which is Ignite's name for the same thing.
  *
  * The copy takes at most three times the bytes of the stream: text that is malformed grows most.
  *
  * No class is loaded and nothing is deserialized. The classes that are read are the classes in
  * [[JavaScalars]] and [[JavaContainers]], arrays, and these of Ignite's, which write themselves:
  * | BinaryObjectImpl             | n (4), n bytes, offset (4) of the object in them   |
  * | BinaryEnumObjectImpl         | type (4), a string: its class, or null; ordinal (4) |
  * | BinaryArray, BinaryEnumArray | type (4), a string: its class; an array            |
  */
private[cdc] final class JavaValues(contents: Contents, classes: JavaClasses, options: Options) {
  import JavaValues._

  private[this] val output = new Output
  output.setMaxSize(MostBytes)
  output.setBigEndian(false)
  private[this] val scalars = new JavaScalars(contents, classes, output)
  private[this] val blocks = new Blocks
  private[this] val containers = new JavaContainers(output, options.maxDepth)

  // Where the text is that was read last.
  private[this] var textFrom = 0
  private[this] var textUntil = 0

  /** The copies of all values of the stream. */
  def copies: Output = output

  /** Begins the next stream. */
  def begin(): Unit = output.begin()

  /** Reads a value. Returns where it is if it is read in place; null if [[copies]] ends with it. */
  def read(cursor: Cursor): InPlace =
    try readRoot(cursor)
    catch { case tooLong: Unencodable => cursor.refuse(tooLong.reason) }

  /** Reads a string, or a reference to one. */
  def readName(cursor: Cursor): String = {
    val _ = readName(cursor, BadCode)
    ModifiedUtf8.decode(cursor.bytes, textFrom, textUntil)
  }

  private def readRoot(cursor: Cursor): InPlace = {
    val start = cursor.position
    containers.begin()
    val inPlace = cursor.u8(Truncated) match {
      case Object =>
        val form = classOf(cursor)
        if (form.name == BinaryObject) inPlaceOf(cursor, form, start)
        else {
          copyObject(cursor, form, start)
          null
        }
      case Reference => inPlaceAgain(cursor)
      case code =>
        copyValue(cursor, code, start)
        null
    }
    while (containers.areOpen) copyNext(cursor)
    inPlace
  }

  private def inPlaceOf(cursor: Cursor, form: JavaClass, start: Int): InPlace = {
    val number = contents.add(null, start, output.position)
    beginOwn(cursor, form)
    val length = checked(cursor, blocks.i32(cursor), 1)
    if (blocks.hasTogether(cursor, length)) {
      val from = blocks.take(cursor, length)
      val found = new InPlace(from, from + length, rootIn(cursor, length, blocks.i32(cursor)))
      blocks.end(cursor)
      contents.set(number, found)
      contents.setCopy(number, -1)
      found
    } else {
      copyBinary(cursor, length)
      null
    }
  }

  private def inPlaceAgain(cursor: Cursor): InPlace = {
    val number = contents.readNumber(cursor)
    contents.at(number) match {
      case found: InPlace => found
      case _ =>
        copyAgain(cursor, number)
        null
    }
  }

  private def classOf(cursor: Cursor): JavaClass = {
    val form = classes.read(cursor)
    if (form == null) cursor.refuse(BadClass)
    form
  }

  /** Comes to the data that an object of one of Ignite's classes writes by itself. */
  private def beginOwn(cursor: Cursor, form: JavaClass): Unit = {
    if (!form.isExternal) cursor.refuse(UnknownClass)
    blocks.begin()
  }

  private def rootIn(cursor: Cursor, length: Int, root: Int): Int = {
    if (root < 0 || root >= length) cursor.refuse(BadWrapped)
    root
  }

  // Copies.

  private def copyNext(cursor: Cursor): Unit =
    if (containers.next()) {
      val start = cursor.position
      copyValue(cursor, cursor.u8(Truncated), start)
    } else containers.close(cursor)

  private def copyValue(cursor: Cursor, code: Int, start: Int): Unit = code match {
    case Null => output.i8(NullCode)
    case Reference => copyAgain(cursor, contents.readNumber(cursor))
    case Text | LongText =>
      val _ = contents.add(Contents.String, start, output.position)
      readText(cursor, code)
      copyText(cursor)
    case JavaArray => copyArray(cursor, start)
    case Object => copyObject(cursor, classOf(cursor), start)
    case Constant =>
      val _ = classOf(cursor)
      contents.add(null, start, output.position)
      readName(cursor, BadCode)
      copyText(cursor)
    case _ => cursor.refuse(BadCode)
  }

  private def copyAgain(cursor: Cursor, number: Int): Unit = {
    val copy = contents.copyOf(number)
    val here = output.position
    if (copy >= 0) {
      output.i8(HandleCode)
      output.i32(here - copy)
    } else contents.at(number) match {
      case value: BigInteger => scalars.copyAgain(cursor, value)
      case found: InPlace =>
        contents.setCopy(number, here)
        output.i8(WrappedCode)
        output.i32(found.until - found.from)
        output.put(cursor.bytes, found.from, found.until)
        output.i32(found.root)
      case Contents.String =>
        contents.setCopy(number, here)
        val back = cursor.position
        cursor.moveTo(contents.startOf(number))
        readText(cursor, cursor.u8(Truncated))
        copyText(cursor)
        cursor.moveTo(back)
      case _ => cursor.refuse(BadReference)
    }
  }

  private def readText(cursor: Cursor, code: Int): Unit = {
    val length = if (code == Text) cursor.u16(Truncated).toLong else cursor.i64(Truncated)
    if (length < 0) cursor.refuse(NegativeLength)
    textFrom = cursor.take(length, LengthPastEnd)
    textUntil = cursor.position
  }

  /** Reads a string or a reference to one. Returns false, without a text, for null.
    *
    * @param ifNull
    *   why null is refused, or null if it is not
    */
  private def readName(cursor: Cursor, ifNull: Reason): Boolean = cursor.u8(Truncated) match {
    case code @ (Text | LongText) =>
      val _ = contents.add(Contents.String, cursor.position - 1)
      readText(cursor, code)
      true
    case Reference =>
      val number = contents.readNumber(cursor)
      if (contents.at(number) ne Contents.String) cursor.refuse(BadReference)
      val back = cursor.position
      cursor.moveTo(contents.startOf(number))
      readText(cursor, cursor.u8(Truncated))
      cursor.allowance.spend((textUntil - textFrom).toLong)
      cursor.moveTo(back)
      true
    case Null =>
      if (ifNull != null) cursor.refuse(ifNull)
      false
    case _ => cursor.refuse(BadCode)
  }

  private def copyText(cursor: Cursor): Unit = {
    output.i8(StringCode)
    if (Utf8.isValid(cursor.bytes, textFrom, textUntil)) {
      output.i32(textUntil - textFrom)
      output.put(cursor.bytes, textFrom, textUntil)
    } else {
      val text = ModifiedUtf8.decode(cursor.bytes, textFrom, textUntil).getBytes(UTF_8)
      output.i32(text.length)
      output.put(text, 0, text.length)
    }
  }

  private def copyArray(cursor: Cursor, start: Int): Unit = {
    val form = classOf(cursor)
    if (form.name.length < 2 || form.name.charAt(0) != '[') cursor.refuse(BadClass)
    val _ = contents.add(null, start, output.position)
    val element = JavaScalars.codeOf(form.name.charAt(1))
    if (element == 0) {
      val length = count(cursor, 1)
      output.i8(ObjectArray)
      output.i32(AnyType)
      output.i32(length)
      containers.enter(cursor, length.toLong, null, null)
    } else copyNumbers(cursor, element)
  }

  private def copyNumbers(cursor: Cursor, element: Int): Unit = {
    val size = JavaScalars.sizeOf(element)
    val length = count(cursor, size)
    output.i8(ByteArray + element - ByteCode)
    output.i32(length)
    val from = cursor.take(length.toLong * size, LengthPastEnd)
    if (size == 1) output.put(cursor.bytes, from, cursor.position)
    else {
      output.require(length.toLong * size)
      var at = from
      while (at < cursor.position) {
        JavaScalars.putNumber(cursor.bytes, at, output, size)
        at += size
      }
    }
  }

  private def copyObject(cursor: Cursor, form: JavaClass, start: Int): Unit = {
    val number = contents.add(null, start, output.position)
    form.name match {
      case BinaryObject =>
        beginOwn(cursor, form)
        copyBinary(cursor, checked(cursor, blocks.i32(cursor), 1))
      case BinaryEnum => copyConstant(cursor, form)
      case BinaryArrayClass | BinaryEnumArray =>
        beginOwn(cursor, form)
        val _ = blocks.i32(cursor)
        blocks.leave(cursor)
        readName(cursor, BadCode)
        containers.enter(cursor, 1, form, form)
      case _ if scalars.isScalar(form) => scalars.copy(cursor, form, number)
      case _ =>
        val container = JavaContainers.of(form.name)
        if (container == null) cursor.refuse(UnknownClass)
        containers.copyHead(cursor, form, container)
    }
  }

  private def copyBinary(cursor: Cursor, length: Int): Unit = {
    output.i8(WrappedCode)
    output.i32(length)
    blocks.copy(cursor, length, output)
    output.i32(rootIn(cursor, length, blocks.i32(cursor)))
    blocks.end(cursor)
  }

  private def copyConstant(cursor: Cursor, form: JavaClass): Unit = {
    beginOwn(cursor, form)
    val typeId = blocks.i32(cursor)
    blocks.leave(cursor)
    val isNamed = readName(cursor, null)
    output.i8(EnumCode)
    output.i32(typeId)
    if (typeId == 0) { if (isNamed) copyText(cursor) else cursor.refuse(BadClassName) }
    output.i32(blocks.i32(cursor))
    blocks.end(cursor)
  }
}

private[cdc] object JavaValues {
  private final val BinaryObject = "org.apache.ignite.internal.binary.BinaryObjectImpl"
  private final val BinaryEnum = "org.apache.ignite.internal.binary.BinaryEnumObjectImpl"
  private final val BinaryArrayClass = "org.apache.ignite.internal.binary.BinaryArray"
  private final val BinaryEnumArray = "org.apache.ignite.internal.binary.BinaryEnumArray"

  // Stands for the type of an array of any objects.
  private final val AnyType = -1

  // What an array of the JVM holds.
  private final val MostBytes = Int.MaxValue - 16
}
