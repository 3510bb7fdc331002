package sparkwire.wire.avro.schemas

import java.util.{ArrayDeque, IdentityHashMap => IdentityMap}

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

/** The types that a schema consists of. */
private[avro] object SchemaTypes {
  def isNamed(schema: Schema): Boolean = schema.getType match {
    case Type.RECORD | Type.ENUM | Type.FIXED => true
    case _ => false
  }

  /** Returns the type of a field as a dissection shows it; empty for a union, which reports its
    * branch itself.
    */
  def wireOf(schema: Schema): String =
    if (schema.getType == Type.UNION) "" else schema.getType.getName

  /** Visits each use of a type, and the parts of each record once. Not recursive, because records
    * may use each other in any order.
    */
  def foreach(schema: Schema)(visit: Schema => Unit): Unit = {
    val seen = new IdentityMap[Schema, Schema]
    val open = new ArrayDeque[Schema]
    open.push(schema)
    while (!open.isEmpty) {
      val next = open.pop()
      visit(next)
      next.getType match {
        case Type.ARRAY => open.push(next.getElementType)
        case Type.MAP => open.push(next.getValueType)
        case Type.UNION => next.getTypes.forEach(branch => open.push(branch))
        case Type.RECORD if seen.put(next, next) == null =>
          next.getFields.forEach(field => open.push(field.schema))
        case _ => ()
      }
    }
  }
}
