package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Kind, Options, Reader, Root}

/** Exactly one value.
  *
  * @param asked
  *   the type that the user named. Its names find fields by their hash
  */
final case class OneIgniteValue(asked: Kind) extends Root {
  def kind: Kind = Kind.Asked
  def newReader(options: Options): Reader = new IgniteReader(asked, options)
}

/** The header of an object. */
case object OneHeader extends Root {
  def kind: Kind = Kind.Struct(ObjectHeaderReader.Header)
  def newReader(options: Options): Reader = new ObjectHeaderReader(options)
  override def explainer: Root = OneIgniteValue(Kind.Dynamic)
}

/** The hash of an object's data. */
case object OneHash extends Root {
  def kind: Kind = Kind.Int32
  def newReader(options: Options): Reader = new HashReader(options)
  override def explainer: Root = OneIgniteValue(Kind.Dynamic)
}
