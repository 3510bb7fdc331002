package sparkwire.wire.ignite

import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.mutable

/** One order in which the fields of a type are written. A name is null if only its id is known. */
private[ignite] final class FieldOrder(val ids: Array[Int], val names: Array[String]) {
  val schemaId: Int = Hashes.schemaId(ids)
}

/** The known properties of one type. */
private[ignite] final class TypeDescription(val id: Int, val name: String) {
  private[this] val orders = mutable.LongMap.empty[FieldOrder]
  private[this] val fieldNames = mutable.LongMap.empty[String]
  private[this] val constants = mutable.LongMap.empty[Array[Byte]]
  val nameBytes: Array[Byte] = if (name == null) null else name.getBytes(UTF_8)

  /** Returns the order of fields in this schema, null if it is not known. */
  def order(schemaId: Int): FieldOrder = orders.getOrNull(schemaId.toLong)
  def fieldName(fieldId: Int): String = fieldNames.getOrNull(fieldId.toLong)
  def constant(ordinal: Int): Array[Byte] = constants.getOrNull(ordinal.toLong)

  def add(order: FieldOrder): Unit = {
    orders.update(order.schemaId.toLong, order)
    order.ids.indices.foreach { at =>
      // The first list that names a field decides how the name is written.
      if (order.names(at) != null && !fieldNames.contains(order.ids(at).toLong))
        fieldNames.update(order.ids(at).toLong, order.names(at))
    }
  }

  def add(constant: String, ordinal: Int): Unit =
    constants.update(ordinal.toLong, constant.getBytes(UTF_8))
}

/** The user's description of the types of a cluster (option `types`). */
private[ignite] final class TypeDescriptions(types: Iterable[TypeDescription]) {
  private[this] val byId = mutable.LongMap.empty[TypeDescription]
  types.foreach(one => byId.update(one.id.toLong, one))

  private[this] val byName = types.filter(_.name != null).map(one => one.name -> one.id).toMap

  /** Returns the id of the type with this name. */
  def idOf(name: String): Option[Int] = byName.get(name)

  /** Returns the description of a type, null if there is none. */
  def of(typeId: Int): TypeDescription = byId.getOrNull(typeId.toLong)
}

private[ignite] object TypeDescriptions {
  def none: TypeDescriptions = new TypeDescriptions(Nil)

  def whyNot(json: String): Option[String] = TypesJson.parse(json).left.toOption

  /** Parses a text that has passed `whyNot`. */
  def of(json: String): TypeDescriptions =
    TypesJson.parse(json).fold(why => throw new IllegalArgumentException(why), identity)
}
