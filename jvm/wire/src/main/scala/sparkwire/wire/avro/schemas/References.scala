package sparkwire.wire.avro
package schemas

/** Schemas that refer to types which other schemas define, as registries keep them. */
object References {

  /** One text of a schema with the types that it refers to. Throws [[InvalidSchema]] if that cannot be.
    *
    * @param others
    *   the texts that it refers to, those first to which others refer
    */
  def inlined(schema: String, others: Seq[String]): String =
    if (others.isEmpty) schema else Schemas.ofSeveral(others :+ schema).toString
}
