import sbt._

/** The versions of all dependencies. Spark is the oldest supported version: code that compiles
  * against it runs on all later 4.x.
  */
object Dependencies {
  val scala = "2.13.16"
  val spark = "4.0.0"
  val avro = "1.12.0" // on the class path of Spark 4.0

  val sparkSql = "org.apache.spark" %% "spark-sql" % spark
  // The peer of `avro_decode`, for tests and benchmarks.
  val sparkAvro = "org.apache.spark" %% "spark-avro" % spark
  val avroModel = "org.apache.avro" % "avro" % avro
  // The codecs of Avro containers and Kafka's record batches. Every Spark 4 has them on its class
  // path; these are the versions of 4.0.
  val codecs = Seq(
    "org.apache.commons" % "commons-compress" % "1.27.1",
    "org.tukaani" % "xz" % "1.10",
    "com.github.luben" % "zstd-jni" % "1.5.6-9",
    "org.lz4" % "lz4-java" % "1.8.0",
    "org.xerial.snappy" % "snappy-java" % "1.1.10.7"
  )

  /** Dependencies that the jar is compiled against and that Spark has on its class path. */
  def provided: Seq[ModuleID] = Seq(sparkSql, avroModel, json) ++ codecs

  val tests = Seq(
    "org.scalatest" %% "scalatest" % "3.2.19" % Test,
    "org.scalatestplus" %% "scalacheck-1-18" % "3.2.19.0" % Test
  )
  // An independent writer and reader of MessagePack, for tests and benchmarks.
  val msgpackCore = "org.msgpack" % "msgpack-core" % "0.9.9"
  val msgpackJackson = "org.msgpack" % "jackson-dataformat-msgpack" % "0.9.9"

  // Makes up bytes, guided by the branches that they take, and finds cases that tables do not list.
  val jazzer = "com.code-intelligence" % "jazzer" % "0.24.0" % Test

  // Ignite itself: tests read its output, and benchmarks compare our reader with its own.
  val ignite = "org.apache.ignite" % "ignite-core" % "2.17.0"
  val igniteSql = "org.apache.ignite" % "ignite-indexing" % "2.17.0"

  // Descriptions of types and messages are JSON, and so are the vectors. Spark has this parser on
  // its class path, because Avro uses it.
  val json = "com.fasterxml.jackson.core" % "jackson-databind" % "2.18.2"

  // Layouts are YAML 1.2. The jar contains this parser under a name of its own.
  val yaml = "org.snakeyaml" % "snakeyaml-engine" % "3.0.1"

  val kafka = "4.4.0"

  private val kafkaArtifacts = Seq(
    "kafka-clients", "kafka-group-coordinator", "kafka-share-coordinator",
    "kafka-transaction-coordinator", "kafka-raft", "kafka-metadata", "kafka-storage")
    .map(name => ("org.apache.kafka" % name % kafka).intransitive())

  // The newest version of Streams that resolves.
  private val kafkaStreams = ("org.apache.kafka" % "kafka-streams" % "4.1.0").intransitive()

  // The last release before 4.0, which removed versions and whole APIs (KIP-896).
  private val kafka39 = Seq("kafka-clients", "kafka-group-coordinator",
    "kafka-transaction-coordinator", "kafka-raft", "kafka-metadata", "kafka-storage",
    "kafka-streams").map(name => ("org.apache.kafka" % name % "3.9.1").intransitive())

  // Adds no version to the ones of 3.9. Tests compare with it, and with its generated classes.
  private val kafka28 = Seq(("org.apache.kafka" % "kafka-clients" % "2.8.2").intransitive())

  /** Kafka's artifacts with definitions of messages: for the build and as files for tests, on no
    * class path.
    */
  val kafkaDefinitions: Seq[ModuleID] =
    Seq(kafkaArtifacts :+ kafkaStreams, kafka39, kafka28).zip(KafkaDefinitions.Releases).flatMap {
      case (artifacts, release) => artifacts.map(_ % release)
    }

  // Kafka's generated classes, an independent writer and reader, for tests and benchmarks.
  val kafkaClasses = kafkaArtifacts ++
    Seq("org.apache.kafka" % "kafka-server-common" % kafka,
      "org.apache.kafka" % "kafka-coordinator-common" % kafka).map(_.intransitive())

  // The writers of the records of tiered storage, of MirrorMaker and of Streams, for tests.
  // MirrorMaker's records have not changed since its first version.
  val kafkaWriters = Seq("org.apache.kafka" % "kafka-storage-api" % kafka,
    "org.apache.kafka" % "connect-mirror" % "4.1.0",
    "org.apache.kafka" % "connect-mirror-client" % "4.1.0",
    kafkaStreams).map(_.intransitive() % Test)
}
