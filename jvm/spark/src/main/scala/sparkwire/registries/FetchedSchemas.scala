package sparkwire.registries

import java.util.HashMap

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import sparkwire.wire.avro.schemas.References

import com.fasterxml.jackson.databind.JsonNode

/** The Avro schemas of a registry, each with the schemas that it refers to. */
private[sparkwire] final class FetchedSchemas(client: RegistryClient, deleted: Boolean) {
  private val query = if (deleted) "?deleted=true" else ""
  // A map of Java, because a registry could name subjects whose hashes are equal.
  private val known = new HashMap[String, JsonNode]

  /** Returns each version of the given subjects, or of all subjects if none is given. */
  def all(subjects: Seq[String]): Seq[FoundSchema] = for {
    subject <- if (subjects.isEmpty) texts(client.get(Seq("subjects"), query)).sorted else subjects
    number <- client.get(Seq("subjects", subject, "versions"), query).asScala.map(_.asInt).toSeq
      .sorted
    found = version(subject, number)
    if found.path("schemaType").asText("AVRO") == "AVRO"
  } yield {
    val text = inlined(found, new Referred(subject, Some(FetchedSchemas.key(subject, number))))
    FoundSchema(Some(found.path("id").asInt), text, subject, Some(number), guid(found))
  }

  /** Returns the schemas with the given GUIDs. */
  def byGuids(guids: Seq[String]): Seq[FoundSchema] = for {
    guid <- guids
    found = client.get(Seq("schemas", "guids", guid), "")
    if found.path("schemaType").asText("AVRO") == "AVRO"
  } yield {
    val id = Option(found.get("id")).map(_.asInt)
    FoundSchema(id, inlined(found, new Referred(guid, None)), "", None, Some(guid))
  }

  private def inlined(found: JsonNode, referred: Referred): String =
    References.inlined(found.path("schema").asText, referred.of(found))

  private def guid(found: JsonNode): Option[String] =
    Option(found.get("guid")).filter(_.isTextual).map(_.asText)

  private def texts(list: JsonNode): Seq[String] = list.asScala.map(_.asText).toSeq

  private def version(subject: String, number: Int): JsonNode =
    known.computeIfAbsent(FetchedSchemas.key(subject, number),
      _ => client.get(Seq("subjects", subject, "versions", number.toString), query))

  /** The schemas that one schema refers to, directly or not.
    *
    * @param name
    *   the name of the schema for users
    * @param key
    *   the key of the schema, if others could refer to it
    */
  private final class Referred(name: String, key: Option[String]) {
    // Whether a schema has been added; if not, its own references are being added.
    private val isDone = new HashMap[String, java.lang.Boolean]
    private val found = mutable.LinkedHashSet.empty[String]
    key.foreach(isDone.put(_, false))

    /** Returns each of them once, after the schemas that it refers to itself. */
    def of(schema: JsonNode): Seq[String] = {
      add(schema, 1)
      found.toSeq
    }

    private def add(schema: JsonNode, depth: Int): Unit =
      schema.path("references").forEach { reference =>
        val subject = reference.path("subject").asText
        val number = reference.path("version").asInt
        val key = FetchedSchemas.key(subject, number)
        val before = isDone.putIfAbsent(key, false)
        if (before == null) {
          check(depth)
          val other = version(subject, number)
          add(other, depth + 1)
          found += other.path("schema").asText
          val _ = isDone.put(key, true)
        } else if (!before)
          throw new IllegalArgumentException(s"$subject refers to itself")
      }

    private def check(depth: Int): Unit =
      if (depth > FetchedSchemas.MaxDepth || isDone.size > FetchedSchemas.MaxReferences)
        throw new IllegalArgumentException(
          s"$name refers to more than ${FetchedSchemas.MaxReferences} schemas, or through more " +
            s"than ${FetchedSchemas.MaxDepth} others.")
  }
}

private object FetchedSchemas {
  private final val MaxReferences = 1000
  private final val MaxDepth = 100

  private def key(subject: String, number: Int): String = s"$number/$subject"
}

/** A schema of a registry or folder; the parts have the same meaning as in `RegisteredSchema`. */
private[sparkwire] final case class FoundSchema(id: Option[Int], schema: String, subject: String,
    version: Option[Int], guid: Option[String] = None)
