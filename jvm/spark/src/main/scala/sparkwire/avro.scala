package sparkwire

import java.nio.file.Path

import org.apache.spark.sql.{Column, DataFrame, SparkSession}
import org.apache.spark.sql.functions.{col, lit, map}

import sparkwire.registries.{FetchedSchemas, RegistryClient, SchemaFolder}

/** Avro schemas by the ids that stand in front of values: `sparkwire.avro.registry`. */
object avro {

  /** Fetches schemas, here on the driver: what decodes by them gets them with the query.
    *
    * @param source
    *   the URL of a Confluent-compatible registry (several with commas between them, of which each is tried), or a folder
    *   of `.avsc` files
    * @param user
    *   name and password, unless the URL has them
    * @param token
    *   a bearer token
    * @param subjects
    *   only these subjects; if there are none, all
    * @param deleted
    *   also what was deleted in the registry but not for good: a topic may still have its values
    * @param ids
    *   how a folder's schemas are known: by `fingerprint` (CRC-64-AVRO, as in the single-object encoding) or `databus`
    *   (`databus_schema_id`)
    * @param retries
    *   how often a request is tried again that failed for no fault of its own
    * @param timeoutSeconds
    *   that a request may take
    */
  def registry(source: String, user: Option[(String, String)] = None, token: Option[String] = None,
      headers: Map[String, String] = Map.empty, subjects: Seq[String] = Nil,
      deleted: Boolean = false, ids: String = "fingerprint", retries: Int = 3,
      timeoutSeconds: Int = 10): AvroRegistry =
    if (source.startsWith("http://") || source.startsWith("https://")) {
      val client = new RegistryClient(source, user, token, headers, retries, timeoutSeconds)
      new AvroRegistry(new FetchedSchemas(client, deleted).all(subjects), computesId = None)
    } else {
      val computesId = AvroRegistry.computed.getOrElse(ids,
        throw new IllegalArgumentException(
          s"ids is one of ${AvroRegistry.computed.keys.mkString(", ")}, not '$ids'"))
      new AvroRegistry(SchemaFolder.read(Path.of(source)), Some(computesId))
    }

  /** Schemas by the ids of a registry, for tests. */
  def registry(schemas: Map[Int, String]): AvroRegistry =
    new AvroRegistry(
      schemas.toSeq.sortBy(_._1).map { case (id, text) =>
        RegisteredSchema(Some(id), text, "", None)
      },
      computesId = None)
}

/** One schema as it was found, with the types that it refers to.
  *
  * @param id
  *   the id in front of values; None where it is computed from the schema
  * @param subject
  *   of a registry, or the name of a file
  */
final case class RegisteredSchema(id: Option[Int], schema: String, subject: String,
    version: Option[Int])

/** Avro schemas and their ids, fetched once.
  *
  * @param registered
  *   what was found, by subject and version; several subjects may have the same id
  */
final class AvroRegistry private[sparkwire] (val registered: Seq[RegisteredSchema],
    computesId: Option[Column => Column]) {

  /** The constant map from ids to schemas, for `avro_decode` and `avro_variant`. */
  def writers: Column = {
    val entries = computesId match {
      case Some(computed) =>
        registered.map(_.schema).distinct.map(text => computed(lit(text)) -> lit(text))
      case None => schemas.toSeq.sortBy(_._1).map { case (id, text) => lit(id) -> lit(text) }
    }
    map(entries.flatMap { case (id, text) => Seq(id, text) }: _*)
  }

  /** The schemas by the ids of a registry. */
  def schemas: Map[Int, String] = registered.flatMap(one => one.id.map(_ -> one.schema)).toMap

  /** The newest schema of a subject: mostly the one to read all values by. */
  def latest(subject: String): String =
    registered.filter(_.subject == subject).maxByOption(_.version.getOrElse(0)).getOrElse(
      throw new NoSuchElementException(s"no subject '$subject'. There are: " +
        registered.map(_.subject).distinct.sorted.mkString(", ")))
      .schema

  /** What was found as `id`, `subject`, `version` and `schema`. */
  def table(session: SparkSession): DataFrame = {
    import session.implicits._
    val found = registered.map(one => (one.id, one.subject, one.version, one.schema))
      .toDF("id", "subject", "version", "schema")
    computesId.fold(found)(computed => found.withColumn("id", computed(col("schema"))))
  }

  override def toString: String = s"AvroRegistry of ${registered.length} schemas"
}

private[sparkwire] object AvroRegistry {

  /** How the ids of a folder's schemas are computed. */
  val computed: Map[String, Column => Column] = Map(
    "fingerprint" -> (functions.avro_fingerprint(_)),
    "databus" -> (functions.databus_schema_id(_)))
}
