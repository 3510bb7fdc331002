package sparkwire.wire.heads

import sparkwire.wire.core.Shape
import sparkwire.wire.places.PlaceText

/** A [[FixedLayout]] as Java that writes its fields, and what is made from them, to the places of a
  * result. All of its bytes must be there.
  */
private[wire] final class HeadCode(layout: FixedLayout, shape: Shape) {
  private[this] val fields = layout.fields.filter(_.size >= 0)

  /** Returns Java that writes a field of the result, if it comes from this layout. The code has a
    * variable [[HeadCode.IsBig]].
    *
    * @param start
    *   Java for the position of the first byte
    */
  def give(name: String, start: String, place: PlaceText,
      refer: (AnyRef, Class[_]) => String): Option[String] =
    fields.find(_.name == name).map { field =>
      if (field.isNumber) place.number(field.code(start))
      else place.bytes(s"$start + ${field.at}", s"$start + ${field.end}")
    }.orElse {
      val made = for {
        field <- fields.iterator
        part <- ResultFields.of(field, shape) if part.name == name
      } yield part.code(field, start, place, refer)
      made.nextOption()
    }
}

private[wire] object HeadCode {

  /** The variable of generated code that says whether numbers are big endian. */
  final val IsBig = "isBig"
}
