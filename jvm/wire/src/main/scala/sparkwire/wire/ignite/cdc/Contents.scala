package sparkwire.wire.ignite.cdc

import java.util.Arrays

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.cdc.ObjectStream._

/** The contents of a stream that references may lead to, by their numbers. A number is given when a
  * content begins: a class after its name and version, an object and an array after their class.
  */
private[cdc] final class Contents {
  private[this] var things = new Array[AnyRef](Contents.Few)
  // Where each begins, and where the output has its copy.
  private[this] var starts = new Array[Int](Contents.Few)
  private[this] var copies = new Array[Int](Contents.Few)
  private[this] var count = 0

  /** Begins the next stream. The memory of very many contents is released once there are few again. */
  def begin(): Unit = {
    if (things.length > Contents.MostKept && count < things.length / 4) {
      things = new Array[AnyRef](Contents.Few)
      starts = new Array[Int](Contents.Few)
      copies = new Array[Int](Contents.Few)
    } else Arrays.fill(things, 0, count, null)
    count = 0
  }

  /** Gives the next number to a content, and returns the number.
    *
    * @param thing
    *   a [[JavaClass]], [[Contents.String]], [[InPlace]], a BigInteger, or null for other contents
    * @param copy
    *   where the output has its copy, -1 if it has none
    */
  def add(thing: AnyRef, start: Int, copy: Int = -1): Int = {
    if (count == things.length) {
      things = Arrays.copyOf(things, count * 2)
      starts = Arrays.copyOf(starts, count * 2)
      copies = Arrays.copyOf(copies, count * 2)
    }
    things(count) = thing
    starts(count) = start
    copies(count) = copy
    count += 1
    count - 1
  }

  def set(number: Int, thing: AnyRef): Unit = things(number) = thing
  def setCopy(number: Int, copy: Int): Unit = copies(number) = copy
  def at(number: Int): AnyRef = things(number)
  def startOf(number: Int): Int = starts(number)
  def copyOf(number: Int): Int = copies(number)

  /** Reads the number of a reference, after its code. */
  def readNumber(cursor: Cursor): Int = {
    val number = cursor.i32(Ignite.Truncated) - FirstNumber
    if (number < 0 || number >= count) cursor.refuse(BadReference)
    number
  }
}

private[cdc] object Contents {

  /** Stands for each string. */
  val String: AnyRef = new Object

  private final val Few = 32
  private final val MostKept = 1 << 16
}

/** A binary object that is read where it is in the input: the bytes from `from` to `until`, of which
  * it begins at `root`.
  */
private[cdc] final class InPlace(val from: Int, val until: Int, val root: Int)
