package sparkwire.fuzz

import java.util.zip.{Checksum, CRC32, CRC32C}

import scala.util.Try

import sparkwire.wire.databus.Checksums

/** The bytes of one field of a value, or of its length.
  *
  * @param kind the dissection's name for the type of the field
  * @param number
  *   the number that the bytes are, and how they write it, if they are a number
  * @param origin
  *   the position in the unedited value. Links name parts by it, and edits keep it
  */
private[fuzz] final case class Part(bytes: Array[Byte], path: String, kind: String,
    number: Option[(NumberForm, Long)], origin: Int) {

  def withNumber(value: Long): Part = number.fold(this) { case (form, _) =>
    copy(bytes = form.write(value, bytes.length), number = Some(form -> value))
  }
}

/** A part that is the length or a checksum of other parts. All parts are named by their origins. */
private[fuzz] sealed abstract class Link {
  def part: Int
  def from: Int
  def until: Int
}
private[fuzz] final case class Length(part: Int, from: Int, until: Int) extends Link
private[fuzz] final case class Sum(part: Int, from: Int, until: Int, of: Array[Byte] => Long)
    extends Link

/** The parts of a value, and which of them are lengths and checksums of others. The dissection of the
  * value lists the parts. A number is taken for a length if a part ends so many bytes after it, or
  * after a part before it. A checksum is compared with the checksums of all runs of parts. So no
  * layout of any format is written down here.
  */
private[fuzz] final class Anatomy(val parts: Vector[Part]) {
  private val starts = parts.scanLeft(0)(_ + _.bytes.length)
  private val whole = Anatomy.bytesOf(parts)

  private val links: Seq[Link] = parts.indices.reverse.flatMap { index =>
    val number = parts(index).number.map(_._2)
    if (parts(index).kind.contains("crc")) number.flatMap(sum(index, _))
    else number.flatMap(length(index, _))
  }

  // A length often counts the bytes after it, or the whole frame that contains it.
  private def length(index: Int, number: Long): Option[Length] = {
    val starting = (index + 1) +: 0 +: (if (number < 8) Nil else (1 to index).reverse)
    val found = for {
      from <- starting.iterator
      until = starts.indexWhere(_ == starts(from) + number)
      if until > from
    } yield Length(index, from, until)
    found.nextOption()
  }

  private def sum(index: Int, number: Long): Option[Sum] = {
    val found = for {
      of <- Anatomy.checksums.iterator
      from <- ((index + 1) until parts.length).iterator ++ (0 to index).iterator
      until <- ((from + 1) to parts.length).iterator
      if of(whole.slice(starts(from), starts(until))) == (number & 0xffffffffL)
    } yield Sum(index, from, until, of)
    found.nextOption()
  }

  /** Returns edited parts as bytes, with the lengths or checksums that follow from them. */
  def bytes(edited: Vector[Part], lengths: Boolean, checksums: Boolean): Array[Byte] = {
    // Later numbers first, because they are bytes of the frames that earlier ones count and sum.
    val made = links.foldLeft(edited) { (parts, link) =>
      val at = parts.indexWhere(_.origin == link.part)
      val inside = (part: Part) => part.origin >= link.from && part.origin < link.until
      val covered =
        Anatomy.bytesOf(parts.slice(parts.indexWhere(inside), parts.lastIndexWhere(inside) + 1))
      link match {
        case _: Length if at >= 0 && lengths =>
          parts.updated(at, parts(at).withNumber(covered.length.toLong))
        case sum: Sum if at >= 0 && checksums =>
          parts.updated(at, parts(at).withNumber(sum.of(covered)))
        case _ => parts
      }
    }
    Anatomy.bytesOf(made)
  }
}

private[fuzz] object Anatomy {
  private def ofJdk(checksum: () => Checksum)(bytes: Array[Byte]): Long = {
    val made = checksum()
    made.update(bytes, 0, bytes.length)
    made.getValue
  }
  private def ofDatabus(bytes: Array[Byte]): Long =
    (new Checksums).databusCrc(bytes, 0, bytes.length) & 0xffffffffL

  private val checksums: Seq[Array[Byte] => Long] =
    Seq(ofJdk(() => new CRC32C), ofDatabus, ofJdk(() => new CRC32))

  def bytesOf(parts: Vector[Part]): Array[Byte] = parts.iterator.flatMap(_.bytes).toArray

  /** A row of a dissection that has bytes. */
  final case class Field(bytes: Array[Byte], path: String, kind: String, value: String)

  def apply(fields: Seq[Field]): Anatomy =
    new Anatomy(
      fields.flatMap(partsOf).toVector.zipWithIndex.map { case (part, index) =>
        part.copy(origin = index)
      })

  private def partsOf(field: Field): Seq[Part] = {
    val Field(bytes, path, kind, value) = field
    def part(bytes: Array[Byte], kind: String, number: Option[Long]) =
      Part(bytes, path, kind,
        number.flatMap(value => NumberForm.of(bytes, value).map(_ -> value)), 0)
    val number = Try(value.toLong).toOption
    lengthOf(bytes).filter(_ => number.isEmpty) match {
      case Some((from, until)) =>
        val content = bytes.drop(until)
        val length = part(bytes.slice(from, until), "length", Some(content.length.toLong))
        Seq(part(bytes.take(from), kind, None), length, part(content, kind, None))
          .filter(_.bytes.nonEmpty)
      case None => Seq(part(bytes, kind, number))
    }
  }

  // Where the field itself begins with its length, perhaps after a byte for its type.
  private def lengthOf(bytes: Array[Byte]): Option[(Int, Int)] = {
    val tries = for {
      from <- (0 to 1).iterator
      width <- Iterator(1, 2, 4, 3, 5)
      until = from + width
      if until < bytes.length
      if NumberForm.of(bytes.slice(from, until), (bytes.length - until).toLong).isDefined
    } yield from -> until
    tries.nextOption()
  }
}
