package sparkwire

import java.nio.file.Path
import java.util.Locale

import org.apache.spark.sql.{Column, DataFrame, SparkSession}
import org.apache.spark.sql.functions.{col, lit, map}

import sparkwire.registries.{FetchedSchemas, FoundSchema, RegistryClient, SchemaFolder}

/** Loads Avro schemas by the ids that precede values: `sparkwire.avro.registry`. */
object avro {

  /** Fetches schemas on the driver. Executors receive them with the query.
    *
    * @param source
    *   the URL of a Confluent-compatible registry (several are separated by commas and tried in
    *   turn), or a folder of `.avsc` files
    * @param user
    *   name and password, unless the URL has them
    * @param token
    *   a bearer token
    * @param subjects
    *   the subjects to fetch; all if there are none, and no `guids`
    * @param guids
    *   the GUIDs of schemas to fetch, as headers of Kafka have them
    * @param deleted
    *   whether to fetch schemas that are deleted in the registry but not for good: a topic may
    *   still have values of them
    * @param ids
    *   how the schemas of a folder are identified: by `fingerprint` (CRC-64-AVRO, as in the
    *   single-object encoding) or `databus` (`databus_schema_id`)
    * @param retries
    *   how often a request is retried that failed for a temporary reason
    * @param timeoutSeconds
    *   the time limit of a request
    */
  def registry(source: String, user: Option[(String, String)] = None, token: Option[String] = None,
      headers: Map[String, String] = Map.empty, subjects: Seq[String] = Nil,
      deleted: Boolean = false, ids: String = "fingerprint", retries: Int = 3,
      timeoutSeconds: Int = 10, guids: Seq[String] = Nil): AvroRegistry =
    if (source.startsWith("http://") || source.startsWith("https://")) {
      val client = new RegistryClient(source, user, token, headers, retries, timeoutSeconds)
      val fetched = new FetchedSchemas(client, deleted)
      val found = fetched.byGuids(guids) ++
        (if (subjects.isEmpty && guids.nonEmpty) Nil else fetched.all(subjects))
      new AvroRegistry(AvroRegistry.registered(found), computesId = None, Some(client))
    } else {
      val computesId = AvroRegistry.computed.getOrElse(ids,
        throw new IllegalArgumentException(
          s"ids is one of ${AvroRegistry.computed.keys.mkString(", ")}, not '$ids'"))
      new AvroRegistry(AvroRegistry.registered(SchemaFolder.read(Path.of(source))),
        Some(computesId))
    }

  /** Returns a registry with the given ids and schemas, for tests. */
  def registry(schemas: Map[Int, String]): AvroRegistry =
    new AvroRegistry(
      schemas.toSeq.sortBy(_._1).map { case (id, text) =>
        RegisteredSchema(Some(id), text, "", None)
      },
      computesId = None)
}

/** One schema as it was found, with the types that it refers to.
  *
  * @param id the id before values; None if it is computed from the schema
  * @param subject
  *   the subject in a registry, or the name of a file
  * @param guid
  *   the GUID by which headers of Kafka name the schema, if the registry has one
  */
final case class RegisteredSchema(id: Option[Int], schema: String, subject: String,
    version: Option[Int], guid: Option[String] = None)

/** Avro schemas and their ids, fetched once.
  *
  * @param registered
  *   the schemas by subject and version; several subjects may have the same id
  */
final class AvroRegistry private[sparkwire] (val registered: Seq[RegisteredSchema],
    computesId: Option[Column => Column], client: Option[RegistryClient] = None) {

  /** Registers a schema in the registry, on the driver, and returns its id. A schema that is registered
    * already keeps its id. [[registered]] stays as it was fetched. A schema that the registry
    * refuses, such as one that is not compatible with the versions before it, is an `IOException`
    * in its own words.
    */
  def register(subject: String, schema: String): Int =
    client.getOrElse(
      throw new UnsupportedOperationException("only the registry behind a URL registers schemas"))
      .register(subject, schema)

  /** Returns the constant map from ids to schemas, for `avro_decode` and `avro_variant`. */
  def writers: Column = {
    val entries = computesId match {
      case Some(computed) =>
        registered.map(_.schema).distinct.map(text => computed(lit(text)) -> lit(text))
      case None => schemas.toSeq.sortBy(_._1).map { case (id, text) => lit(id) -> lit(text) }
    }
    map(entries.flatMap { case (id, text) => Seq(id, text) }: _*)
  }

  /** Returns the constant map from GUIDs to schemas, for ids from `avro_header_id`. */
  def writersByGuid: Column = {
    val schemas = registered.flatMap(one => one.guid.map(_.toLowerCase(Locale.ROOT) -> one.schema))
    map(
      schemas.toMap.toSeq.sortBy(_._1).flatMap { case (guid, text) =>
        Seq(lit(guid), lit(text))
      }: _*)
  }

  /** Returns the schemas by their ids in a registry. */
  def schemas: Map[Int, String] = registered.flatMap(one => one.id.map(_ -> one.schema)).toMap

  /** Returns the newest schema of a subject, usually the one to read all values with. */
  def latest(subject: String): String =
    registered.filter(_.subject == subject).maxByOption(_.version.getOrElse(0)).getOrElse(
      throw new NoSuchElementException(s"no subject '$subject'. There are: " +
        registered.map(_.subject).distinct.sorted.mkString(", ")))
      .schema

  /** Returns the schemas as a table with `id`, `subject`, `version`, `schema` and `guid`. */
  def table(session: SparkSession): DataFrame = {
    import session.implicits._
    val found = registered.map(one => (one.id, one.subject, one.version, one.schema, one.guid))
      .toDF("id", "subject", "version", "schema", "guid")
    computesId.fold(found)(computed => found.withColumn("id", computed(col("schema"))))
  }

  override def toString: String = s"AvroRegistry of ${registered.length} schemas"
}

private[sparkwire] object AvroRegistry {
  private[sparkwire] def registered(found: Seq[FoundSchema]): Seq[RegisteredSchema] =
    found.map(one => RegisteredSchema(one.id, one.schema, one.subject, one.version, one.guid))

  /** The functions that compute the ids of a folder's schemas. */
  val computed: Map[String, Column => Column] = Map(
    "fingerprint" -> (functions.avro_fingerprint(_)),
    "databus" -> (functions.databus_schema_id(_)))
}
