package sparkwire.expressions

import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.ignite.Hashes

/** Computes the ids that Ignite uses for names. */
object IgniteIds {
  def of(name: UTF8String): Int = Hashes.id(name.toString)

  /** Returns the id of a schema with these fields, or null if a name is null. */
  def ofSchema(names: ArrayData): Integer = {
    var schema = Hashes.NoFields
    var at = 0
    while (at < names.numElements() && !names.isNullAt(at)) {
      schema = Hashes.schemaId(schema, of(names.getUTF8String(at)))
      at += 1
    }
    if (at < names.numElements()) null else Integer.valueOf(schema)
  }
}
