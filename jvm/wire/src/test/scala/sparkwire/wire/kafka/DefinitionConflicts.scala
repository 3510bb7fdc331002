package sparkwire.wire.kafka

import scala.collection.mutable

import sparkwire.wire.kafka.definitions.{FieldDefinition, MessageDefinition, StructDefinition}

/** Finds the differences between two definitions of a message for the same version.
  *
  * One difference is none: Kafka adds tagged fields to versions that it has released (KIP-482), so
  * the newer definition may know more of them.
  */
final class DefinitionConflicts(newer: MessageDefinition, older: MessageDefinition) {
  import DefinitionConflicts._

  def all: Seq[Conflict] = {
    val both = newer.validVersions.and(older.validVersions)
    (both.lowest to both.highest).flatMap { version =>
      val found = mutable.Buffer.empty[Conflict]
      def note(field: String, what: String, newer: Any, older: Any): Unit =
        if (newer != older) found += Conflict(field, version, what, newer.toString, older.toString)
      note("", "flexible", newer.flexibleVersions.has(version), older.flexibleVersions.has(version))
      structs(newer.struct, older.struct, version, "", note)
      found.toSeq
    }
  }

  private type Note = (String, String, Any, Any) => Unit

  private def structs(newer: StructDefinition, older: StructDefinition, version: Int, path: String,
      note: Note): Unit = {
    val ours = newer.fields.filter(_.versions.has(version))
    val theirs = older.fields.filter(_.versions.has(version))
    val mayBeNew = ours.filter(_.tagged.has(version)).map(_.name).diff(theirs.map(_.name))
    // Fields in sequence: which, and in which order.
    note(path.stripSuffix("."), "fields", ours.map(_.name).diff(mayBeNew), theirs.map(_.name))
    for (our <- ours; their <- theirs.find(_.name == our.name)) {
      val at = path + our.name
      fields(our, their, version)((what, newer, older) => note(at, what, newer, older))
      if (our.struct != null && their.struct != null)
        structs(our.struct, their.struct, version, s"$at.", note)
    }
  }

  private def fields(newer: FieldDefinition, older: FieldDefinition, version: Int)(
      note: (String, Any, Any) => Unit): Unit = {
    // The name of a struct may be another one.
    def typeOf(field: FieldDefinition): Any =
      if (field.struct == null) field.typeName.filterNot(_ == ' ') else field.isArray
    note("type", typeOf(newer), typeOf(older))
    note("nullable", newer.nullable.has(version), older.nullable.has(version))
    note("tag", tagOf(newer, version), tagOf(older, version))
    note("compact", newer.flexible.has(version), older.flexible.has(version))
    note("default", newer.default, older.default)
  }

  private def tagOf(field: FieldDefinition, version: Int): Int =
    if (field.tagged.has(version)) field.tag else -1
}

object DefinitionConflicts {

  /** @param field
    *   its path, empty for the message itself
    * @param what
    *   what is said of it
    */
  final case class Conflict(field: String, version: Int, what: String, newer: String,
      older: String)
}
