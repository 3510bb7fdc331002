package sparkwire.linkage

import java.io.{ByteArrayInputStream, DataInputStream, InputStream}
import java.nio.ByteBuffer

import scala.util.Using

/** The parts of a class file that linking needs: names, members and references; see chapter 4 of
  * the Java Virtual Machine Specification. Sessions wait for this when they start, so text is
  * decoded only on demand.
  */
private[sparkwire] final class ClassFile(bytes: Array[Byte]) {
  import ClassFile._

  private[this] val in = ByteBuffer.wrap(bytes)
  in.position(8) // after magic and version

  // The constant pool. Entries are numbered from 1, and a number of 8 bytes takes two entries.
  private[this] val tags = new Array[Byte](u16())
  private[this] val positions = new Array[Int](tags.length)
  readConstants()

  private[this] val flags: Int = u16()
  val name: String = classAt(u16())
  private[this] val superIndex = u16()
  val superName: Option[String] = Option.when(superIndex != 0)(classAt(superIndex))
  val interfaces: Seq[String] = Seq.fill(u16())(u16()).map(classAt)
  // Fields, then methods, which have the same form.
  val members: Array[Member] = readMembers() ++ readMembers()

  def isAbstract: Boolean = (flags & Abstract) != 0
  def parents: Seq[String] = superName.toSeq ++ interfaces

  /** Returns all classes that are named in the class. */
  def classes: Seq[String] = entries(ClassTag).map(classAt)

  /** Returns the fields and methods that the class uses. */
  def references: Seq[Reference] =
    entries(FieldTag, MethodTag, InterfaceMethodTag).map { entry =>
      val nameAndType = positions(u16At(positions(entry) + 2))
      Reference(classAt(u16At(positions(entry))), textAt(u16At(nameAndType)),
        textAt(u16At(nameAndType + 2)))
    }

  private def u16(): Int = in.getShort() & 0xffff
  private def u16At(position: Int): Int = in.getShort(position) & 0xffff
  private def skip(count: Int): Unit = {
    val _ = in.position(in.position() + count)
  }

  private def textAt(entry: Int): String = {
    val from = positions(entry)
    new DataInputStream(
      new ByteArrayInputStream(bytes, from, 2 + u16At(from))).readUTF()
  }
  private def classAt(entry: Int): String = textAt(u16At(positions(entry)))
  private def entries(kinds: Byte*): Seq[Int] = tags.indices.filter(at => kinds.contains(tags(at)))

  private def readConstants(): Unit = {
    var at = 1
    while (at < tags.length) {
      val tag = in.get()
      tags(at) = tag
      positions(at) = in.position()
      tag match {
        case Utf8Tag => skip(u16())
        case LongTag | DoubleTag =>
          skip(8)
          at += 1
        case ClassTag | StringTag | MethodTypeTag | ModuleTag | PackageTag => skip(2)
        case MethodHandleTag => skip(3)
        case _ => skip(4)
      }
      at += 1
    }
  }

  private def readMembers(): Array[Member] = {
    val found = new Array[Member](u16())
    for (at <- found.indices) {
      found(at) = new Member(u16(), u16(), u16())
      for (_ <- 0 until u16()) {
        skip(2)
        skip(in.getInt())
      }
    }
    found
  }

  /** A field or a method of the class. */
  final class Member(val flags: Int, nameEntry: Int, descriptorEntry: Int) {
    lazy val name: String = textAt(nameEntry)
    lazy val descriptor: String = textAt(descriptorEntry)
    def is(otherName: String, otherDescriptor: String): Boolean =
      name == otherName && descriptor == otherDescriptor
  }
}

private[sparkwire] object ClassFile {
  final val Private = 0x0002
  final val Static = 0x0008
  final val Final = 0x0010
  final val Abstract = 0x0400

  private final val Utf8Tag: Byte = 1
  private final val LongTag: Byte = 5
  private final val DoubleTag: Byte = 6
  private final val ClassTag: Byte = 7
  private final val StringTag: Byte = 8
  private final val FieldTag: Byte = 9
  private final val MethodTag: Byte = 10
  private final val InterfaceMethodTag: Byte = 11
  private final val MethodHandleTag: Byte = 15
  private final val MethodTypeTag: Byte = 16
  private final val ModuleTag: Byte = 19
  private final val PackageTag: Byte = 20

  /** A use of a field or method; `owner` is a name as in class files: `org/apache/spark/X`. */
  final case class Reference(owner: String, name: String, descriptor: String) {
    override def toString: String = s"${owner.replace('/', '.')}.$name$descriptor"
  }

  /** Returns the class file that a class loader finds, or None if the loader does not provide the
    * bytes.
    */
  def find(name: String, loader: ClassLoader): Option[ClassFile] =
    Option(loader.getResourceAsStream(s"$name.class"))
      .map(Using.resource(_)((stream: InputStream) => new ClassFile(stream.readAllBytes())))
}
