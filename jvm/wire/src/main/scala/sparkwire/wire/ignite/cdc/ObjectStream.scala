package sparkwire.wire.ignite.cdc

import sparkwire.wire.core.{Cursor, Reason}
import sparkwire.wire.ignite.Ignite

/** Java's object streams, as `java.io.ObjectOutputStream` writes them. Big endian. A stream begins
  * with its magic number, `aced 0005`. After it come contents, each with a code:
  * | code | content         | what follows                                                       |
  * | 70   | null            |                                                                    |
  * | 71   | reference       | 4: 007e0000 + the number of the content that it repeats            |
  * | 72   | class           | see [[JavaClasses]]                                                |
  * | 73   | object          | class; for each class, superclasses first: its fields, its own data |
  * | 74   | string          | n (2), n bytes of modified UTF-8                                   |
  * | 75   | array           | class, n (4), n elements                                           |
  * | 77   | block           | n (1), n bytes                                                     |
  * | 78   | end of own data |                                                                    |
  * | 7a   | long block      | n (4), n bytes                                                     |
  * | 7c   | long string     | n (8), n bytes of modified UTF-8                                   |
  * | 7e   | constant        | class, a string: the name of the constant                          |
  *
  * Fields are numbers first, then objects, each as the class lists them. A class that has a method
  * `writeObject` or `writeExternal` writes data of its own: [[Blocks]] and contents in turn.
  *
  * Trap: classes, objects, arrays, strings and constants are numbered in the order in which they
  * begin, but an object comes after its class: see [[Contents]].
  */
private[cdc] object ObjectStream {
  final val Magic = 0xaced0005
  final val Null = 0x70
  final val Reference = 0x71
  final val ClassDescription = 0x72
  final val Object = 0x73
  final val Text = 0x74
  final val JavaArray = 0x75
  final val Block = 0x77
  final val EndOfData = 0x78
  final val LongBlock = 0x7a
  final val LongText = 0x7c
  final val Constant = 0x7e
  final val FirstNumber = 0x7e0000

  // Flags of classes.
  final val WritesMore = 0x01
  final val Serializable = 0x02
  final val External = 0x04
  final val InBlocks = 0x08
  final val IsEnum = 0x10

  val BadCode: Reason = Ignite.BadStream.because("no content of a Java object stream begins here")
  val BadReference: Reason =
    Ignite.BadStream.because("a reference must lead to an earlier object of the same stream")
  val BadBlock: Reason =
    Ignite.BadStream.because("the data that a class has written by itself does not end here")
  val BadClass: Reason = Ignite.BadStream.because("the description of a Java class is malformed")

  /** Reads the code that must come next. */
  def expect(cursor: Cursor, code: Int, reason: Reason): Unit =
    if (cursor.u8(Ignite.Truncated) != code) cursor.refuse(reason)

  /** Reads a count of things that take at least `size` bytes each. */
  def count(cursor: Cursor, size: Int): Int = checked(cursor, cursor.i32(Ignite.Truncated), size)

  /** Returns a count if there are enough bytes for it. */
  def checked(cursor: Cursor, count: Int, size: Int): Int = {
    if (count < 0) cursor.refuse(Ignite.NegativeLength)
    if (count.toLong * size > cursor.left) cursor.refuse(Ignite.LengthPastEnd)
    count
  }
}
