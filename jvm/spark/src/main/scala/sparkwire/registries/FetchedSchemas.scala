package sparkwire.registries

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import sparkwire.RegisteredSchema
import sparkwire.wire.avro.schemas.References

import com.fasterxml.jackson.databind.JsonNode

/** The Avro schemas of a registry, each with the schemas that it refers to. */
private[sparkwire] final class FetchedSchemas(client: RegistryClient, deleted: Boolean) {
  private type Version = (String, Int)

  private val query = if (deleted) "?deleted=true" else ""
  private val known = mutable.Map.empty[Version, JsonNode]

  /** Returns each version of the given subjects, or of all subjects if none is given. */
  def all(subjects: Seq[String]): Seq[RegisteredSchema] = for {
    subject <- if (subjects.isEmpty) texts(client.get(Seq("subjects"), query)).sorted else subjects
    number <- client.get(Seq("subjects", subject, "versions"), query).asScala.map(_.asInt).toSeq
      .sorted
    found = version((subject, number))
    if found.path("schemaType").asText("AVRO") == "AVRO"
  } yield {
    val others = references(found, Seq((subject, number))).distinct
    val text = References.inlined(found.path("schema").asText, others)
    RegisteredSchema(Some(found.path("id").asInt), text, subject, Some(number))
  }

  private def texts(list: JsonNode): Seq[String] = list.asScala.map(_.asText).toSeq

  private def version(named: Version): JsonNode = known.getOrElseUpdate(named,
    client.get(Seq("subjects", named._1, "versions", named._2.toString), query))

  /** Returns the schemas that a schema refers to, each behind the schemas that it refers to itself.
    */
  private def references(found: JsonNode, around: Seq[Version]): Seq[String] =
    found.path("references").asScala.toSeq.flatMap { reference =>
      val named = (reference.path("subject").asText, reference.path("version").asInt)
      if (around.contains(named))
        throw new IllegalArgumentException(s"${named._1} refers to itself")
      val other = version(named)
      references(other, around :+ named) :+ other.path("schema").asText
    }
}
