import sbt._

/** Every version the build names. Spark is the oldest supported one: what compiles against it runs on all later 4.x. */
object Dependencies {
  val scala = "2.13.16"
  val spark = "4.0.0"
  val avro = "1.12.0" // on the class path of Spark 4.0

  val sparkSql = "org.apache.spark" %% "spark-sql" % spark
  // The peer of `avro_decode`: for tests, and to be measured against.
  val sparkAvro = "org.apache.spark" %% "spark-avro" % spark
  val avroModel = "org.apache.avro" % "avro" % avro
  // What Avro containers and record batches of Kafka are packed with: on the class path of every Spark 4, in these versions of 4.0.
  val codecs = Seq(
    "org.apache.commons" % "commons-compress" % "1.27.1",
    "org.tukaani" % "xz" % "1.10",
    "com.github.luben" % "zstd-jni" % "1.5.6-9",
    "org.lz4" % "lz4-java" % "1.8.0",
    "org.xerial.snappy" % "snappy-java" % "1.1.10.7"
  )

  /** What the classes of the jar are compiled against and find on the class path of Spark. */
  def provided: Seq[ModuleID] = Seq(sparkSql, avroModel, json) ++ codecs

  val tests = Seq(
    "org.scalatest" %% "scalatest" % "3.2.19" % Test,
    "org.scalatestplus" %% "scalacheck-1-18" % "3.2.19.0" % Test
  )
  // An independent writer and reader of MessagePack: for tests, and to be measured against.
  val msgpackCore = "org.msgpack" % "msgpack-core" % "0.9.9"
  val msgpackJackson = "org.msgpack" % "jackson-dataformat-msgpack" % "0.9.9"

  // Makes up bytes by watching which branches they take: what tables of odd cases do not think of.
  val jazzer = "com.code-intelligence" % "jazzer" % "0.24.0" % Test

  // Ignite itself: what it writes is read, and its own reader is what ours is measured against.
  val ignite = "org.apache.ignite" % "ignite-core" % "2.17.0"
  val igniteSql = "org.apache.ignite" % "ignite-indexing" % "2.17.0"

  // Descriptions of types and messages are JSON, and the vectors too; on Spark's class path as Avro's own parser.
  val json = "com.fasterxml.jackson.core" % "jackson-databind" % "2.18.2"

  val kafka = "4.4.0"

  private val kafkaArtifacts = Seq(
    "kafka-clients", "kafka-group-coordinator", "kafka-share-coordinator",
    "kafka-transaction-coordinator", "kafka-raft", "kafka-metadata", "kafka-storage")
    .map(name => ("org.apache.kafka" % name % kafka).intransitive())

  /** The artifacts of Kafka that have definitions of messages; for the build, on no class path. */
  val kafkaDefinitions = kafkaArtifacts.map(_ % KafkaDefinitions.Config)

  // Kafka's generated classes, an independent writer and reader: for tests, and to be measured against.
  val kafkaClasses = kafkaArtifacts ++
    Seq("org.apache.kafka" % "kafka-server-common" % kafka,
      "org.apache.kafka" % "kafka-coordinator-common" % kafka).map(_.intransitive())

  // What writes the records of tiered storage and of MirrorMaker: for tests. MirrorMaker's records are as old as itself.
  val kafkaWriters = Seq("org.apache.kafka" % "kafka-storage-api" % kafka,
    "org.apache.kafka" % "connect-mirror" % "4.1.0",
    "org.apache.kafka" % "connect-mirror-client" % "4.1.0").map(_.intransitive() % Test)
}
