package sparkwire.wire.avro.schemas

/** Schemas with references to types that other schemas define, as registries store them. */
object References {

  /** Returns one text with the schema and the types that it refers to. Throws [[InvalidSchema]] if
    * the schemas are invalid.
    *
    * @param others
    *   the texts of the referenced schemas, each after those that it refers to itself
    */
  def inlined(schema: String, others: Seq[String]): String =
    if (others.isEmpty) schema else Schemas.ofSeveral(others :+ schema).toString
}
