package sparkwire.wire.avro.data

import java.util.{IdentityHashMap => IdentityMap}

import org.apache.avro.Schema
import org.apache.avro.Schema.Type

import sparkwire.wire.avro.schemas.{SchemaLimits, SchemaTypes}

/** Refuses a writer's schema that comes with data if Avro's resolver would take too long for it. The
  * resolver matches each record of the writer with each record of the reader at the same place, and
  * each use of an enum symbol by symbol.
  */
private[avro] final class ResolutionCost(reader: Schema) {
  import ResolutionCost._

  private[this] val seen = new IdentityMap[Schema, IdentityMap[Schema, Schema]]
  private[this] var compared = 0L

  def check(writer: Schema): Unit = {
    if (hasAliases(reader)) renaming(writer)
    resolve(writer, reader)
  }

  private def add(count: Long): Unit = {
    compared += count
    if (compared > SchemaLimits.MaxCompared) throw SchemaLimits.Compared.signal
  }

  // Recurses only as deep as the type of a column goes.
  private def resolve(writer: Schema, reader: Schema): Unit = {
    add(1)
    (writer.getType, reader.getType) match {
      case (Type.UNION, _) => writer.getTypes.forEach(branch => resolve(branch, reader))
      case (_, Type.UNION) => reader.getTypes.forEach(branch => resolve(writer, branch))
      case (Type.RECORD, Type.RECORD) => records(writer, reader)
      case (Type.ARRAY, Type.ARRAY) => resolve(writer.getElementType, reader.getElementType)
      case (Type.MAP, Type.MAP) => resolve(writer.getValueType, reader.getValueType)
      case (Type.ENUM, Type.ENUM) =>
        // Each use of an enum has its own tables.
        add(writer.getEnumSymbols.size * (reader.getEnumSymbols.size + SymbolCost))
      case _ => ()
    }
  }

  private def records(writer: Schema, reader: Schema): Unit = {
    val readers = seen.computeIfAbsent(writer, _ => new IdentityMap[Schema, Schema])
    if (readers.put(reader, reader) == null) {
      add((writer.getFields.size.toLong + reader.getFields.size) * FieldCost)
      writer.getFields.forEach { field =>
        val wanted = reader.getField(field.name)
        if (wanted != null) resolve(field.schema, wanted.schema)
      }
    }
  }

  private def hasAliases(schema: Schema): Boolean = {
    var found = false
    SchemaTypes.foreach(schema) { part =>
      if (SchemaTypes.isNamed(part)) found ||= !part.getAliases.isEmpty
      if (part.getType == Type.RECORD)
        part.getFields.forEach(field => found ||= !field.aliases.isEmpty)
    }
    found
  }

  /** Counts the work that Avro does to rename the types of a schema: it compares each record with
    * its copy, with everything that the record consists of.
    */
  private def renaming(writer: Schema): Unit = {
    var all = 0L
    var records = 0L
    SchemaTypes.foreach(writer) { part =>
      all += 1
      if (part.getType == Type.RECORD) records += 1
    }
    add(records * all * CompareCost)
  }
}

private object ResolutionCost {
  // Operations that take longer than the comparison of two symbols, and how many times as long.
  private final val SymbolCost = 128L
  private final val FieldCost = 64
  private final val CompareCost = 16
}
