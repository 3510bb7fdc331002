package sparkwire.wire.kafka.definitions

import sparkwire.wire.kafka.BadKafkaLayout

/** Adds to the definition of a message the versions that only an older definition of it has.
  *
  * One definition speaks for each version: the newest for all that it has, the older one for those
  * below. So the range in which a field is on the wire (or nullable, tagged, flexible) is joined from
  * two parts: from the newest definition the versions in its range, from the older one the versions
  * below.
  *
  * A field that only the older definition has comes after the field that it comes after there.
  * Names, types and defaults come from the newest definition that has the field.
  */
private[kafka] object OlderVersions {

  /** Throws [[BadKafkaLayout]] if two parts are not one range, or a field has two types or tags. */
  def added(newest: MessageDefinition, older: MessageDefinition): MessageDefinition =
    if (newest.isRemoved)
      new MessageDefinition(newest.name, newest.messageType, newest.apiKey, older.validVersions,
        older.flexibleVersions, older.struct)
    else new OlderVersions(newest, older).message

  /** Returns the versions that [[added]] takes from the older definition. */
  def taken(newest: Versions, older: Versions): Versions =
    if (newest.isEmpty) older else older.and(Versions.below(newest.lowest))
}

private final class OlderVersions(newest: MessageDefinition, older: MessageDefinition) {
  private val taken = OlderVersions.taken(newest.validVersions, older.validVersions)
  private val own = Versions.from(newest.validVersions.lowest)

  def message: MessageDefinition = new MessageDefinition(
    newest.name, newest.messageType, newest.apiKey,
    validVersions = joined(newest.validVersions, older.validVersions, newest.name),
    flexibleVersions = joined(newest.flexibleVersions, older.flexibleVersions, newest.name),
    struct = struct(newest.struct, older.struct, newest.name))

  /** Joins the parts that each definition has for the versions that it is asked for. */
  private def joined(newer: Versions, older: Versions, where: String): Versions = {
    val (above, below) = (newer.and(own), older.and(taken))
    if (above.isEmpty) below
    else if (below.isEmpty) above
    else if (below.highest + 1 >= above.lowest) Versions(below.lowest, above.highest)
    else refuse(s"$where has the versions $below and $above, which are not one range")
  }

  private def struct(newer: StructDefinition, older: StructDefinition,
      where: String): StructDefinition = {
    val own = newer.fields.map(field =>
      field.copy(versions = field.versions.and(this.own), tagged = field.tagged.and(this.own)))
    val fields = older.fields.foldLeft(new Joined(own, 0)) { (joined, field) =>
      joined.and(field, s"$where.${field.name}")
    }.fields
    val tags = fields.map(_.tag).filter(_ >= 0)
    tags.diff(tags.distinct).headOption.foreach(twice =>
      refuse(s"$where has two fields with tag $twice"))
    new StructDefinition(newer.name, joined(newer.versions, older.versions, where), fields,
      (newer.otherTags ++ older.otherTags).distinct.diff(tags), newer.hasTags || older.hasTags)
  }

  /** @param next the index after the field that was found or inserted last
    */
  private final class Joined(val fields: Vector[FieldDefinition], next: Int) {
    def and(older: FieldDefinition, where: String): Joined =
      fields.indexWhere(_.name == older.name) match {
        case -1 if older.versions.meets(taken) =>
          val only = older.copy(versions = older.versions.and(taken))
          new Joined(fields.patch(next, Seq(only), 0), next + 1)
        // An older definition need not know the field at any version that is taken from it.
        case -1 => this
        case at => new Joined(fields.updated(at, both(fields(at), older, where)), at + 1)
      }
  }

  private def both(newer: FieldDefinition, older: FieldDefinition,
      where: String): FieldDefinition = {
    if (newer.code != older.code || newer.isArray != older.isArray)
      refuse(s"$where is a ${newer.typeName} and a ${older.typeName}")
    if (newer.tag >= 0 && older.tag >= 0 && newer.tag != older.tag)
      refuse(s"$where has the tags ${newer.tag} and ${older.tag}")
    newer.copy(
      struct = if (newer.struct == null) null else struct(newer.struct, older.struct, where),
      versions = joined(newer.versions, older.versions, where),
      nullable = joined(newer.nullable, older.nullable, where),
      tag = math.max(newer.tag, older.tag),
      tagged = joined(newer.tagged, older.tagged, where),
      flexible = joined(newer.flexible, older.flexible, where))
  }

  private def refuse(message: String): Nothing = throw new BadKafkaLayout(message)
}
