import java.io.{BufferedOutputStream, ByteArrayOutputStream, DataOutputStream, FileOutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.jar.JarFile
import java.util.zip.GZIPOutputStream

import scala.collection.JavaConverters._

import sbt._
import sbt.librarymanagement.{ConfigRef, UpdateReport}

/** Packs the definitions of Kafka's messages from its artifacts into one file: the definitions of
  * the newest release, and the ones of older releases that have versions which no newer release
  * has. The class that reads the file and joins the versions,
  * `sparkwire.wire.kafka.definitions.Definitions`, describes its contents.
  */
object KafkaDefinitions {

  /** Configurations that the build resolves and that are on no class path, one for each release, the
    * newest first. One configuration cannot hold two versions of an artifact.
    */
  val Releases: Seq[Configuration] = Seq(
    Configuration.of("KafkaDefinitions", "kafka-definitions").hide,
    Configuration.of("KafkaDefinitions39", "kafka-definitions-3.9").hide,
    Configuration.of("KafkaDefinitions28", "kafka-definitions-2.8").hide)

  /** A jar, and the name and version of its artifact. */
  final case class Artifact(name: String, version: String, jar: File)

  // The keys and values that Kafka 3.9 has for share groups. It could not turn these on, and Kafka
  // 4 has others.
  private val NeverWritten =
    Set("ShareGroupPartitionMetadataKey", "ShareGroupPartitionMetadataValue")

  private val Entry = "(?:common/)?(?:message|metadata)/\\w+\\.json".r
  private val Range = "(\\d+)(?:-(\\d+))?".r

  private final case class Definition(artifact: Artifact, text: Array[Byte]) {
    // The properties of the message come before its fields.
    private val head = new String(text, UTF_8).split("\"(?:fields|commonStructs)\"", 2).head
    private def find(key: String, value: String): Option[String] =
      s""""$key"\\s*:\\s*$value""".r.findFirstMatchIn(head).map(_.group(1))

    // The first name in the text is the name of the message, whatever the file is called.
    val name: String = find("name", "\"(\\w+)\"").getOrElse(
      sys.error(s"a definition in ${artifact.jar.getName} names no message"))
    val messageType: String = find("type", "\"([a-z-]+)\"").getOrElse("data")
    val isUnstable: Boolean = find("latestVersionUnstable", "(true)").nonEmpty
    val versions: Set[Int] = find("validVersions", "\"([^\"]*)\"").toSet.flatMap {
      (written: String) =>
        written match {
          case Range(from, null) => Set(from.toInt)
          case Range(from, to) => (from.toInt to to.toInt).toSet
          case "none" => Set.empty[Int]
          case other => sys.error(s"$name has the versions '$other'")
        }
    }

    /** The api that it is of, if it is a request or response. These may have got another name. */
    val api: Option[String] =
      if (messageType == "request" || messageType == "response") find("apiKey", "(\\d+)") else None
    val identity: (String, String) = api.fold("" -> name)(messageType -> _)
  }

  /** Returns the artifacts of each release. */
  def artifacts(report: UpdateReport): Seq[Seq[Artifact]] = Releases.map { release =>
    for {
      module <- report.configuration(ConfigRef(release.name)).toSeq.flatMap(_.modules)
      (artifact, jar) <- module.artifacts if artifact.`type` == "jar"
    } yield Artifact(module.module.name, module.module.revision, jar)
  }

  def pack(releases: Seq[Seq[Artifact]], to: File): File = {
    val found = chosen(releases)
    IO.createDirectory(to.getParentFile)
    val bytes = new ByteArrayOutputStream
    val out = new DataOutputStream(bytes)
    out.writeInt(found.length)
    found.foreach { definition =>
      out.writeUTF(definition.artifact.name)
      out.writeUTF(definition.artifact.version)
      out.writeUTF(definition.name)
      out.writeInt(definition.text.length)
      out.write(definition.text)
    }
    out.close()
    val packed = new BufferedOutputStream(new GZIPOutputStream(new FileOutputStream(to)))
    try packed.write(bytes.toByteArray)
    finally packed.close()
    to
  }

  /** Returns the artifacts of which a definition is packed. */
  def packedArtifacts(report: UpdateReport): Set[Artifact] =
    chosen(artifacts(report)).map(_.artifact).toSet

  /** Returns the packed definitions, ordered by the name, the newest first. */
  private def chosen(releases: Seq[Seq[Artifact]]): Seq[Definition] =
    releases.map(definitionsOf).foldLeft(Seq.empty[Definition]) { (newer, release) =>
      if (newer.isEmpty) release else newer ++ adding(release, newer)
    }.sortBy(_.name)

  private def adding(release: Seq[Definition], newer: Seq[Definition]): Seq[Definition] = {
    val known = newer.groupBy(_.identity)
    // A version that is not stable in its own release has no bytes that anyone could rely on. Only
    // requests say so, of their responses too.
    val unstable = release.filter(_.isUnstable).flatMap(_.api).toSet
    val found = release.filter { one =>
      val same = known.getOrElse(one.identity, Nil)
      // Before Kafka 4, the version of a coordinator's key was the type of the record.
      val isSameType = same.forall(_.messageType == one.messageType)
      val versions =
        if (one.api.exists(unstable)) one.versions - one.versions.max else one.versions
      isSameType && !NeverWritten(one.name) && (versions -- same.flatMap(_.versions)).nonEmpty
    }
    found.foreach { one =>
      if (one.api.exists(unstable))
        sys.error(s"${one.artifact.jar.getName}: ${one.name} would bring its unstable version")
      if (!newer.exists(_.name == one.name))
        sys.error(s"${one.artifact.jar.getName}: ${one.name} has another name in newer releases, " +
          "or none; versions are joined by the name")
    }
    found
  }

  private def definitionsOf(artifacts: Seq[Artifact]): Seq[Definition] = {
    val found = artifacts.flatMap(read)
    val names = found.map(_.name)
    if (found.isEmpty || names.distinct != names)
      sys.error(s"no definitions, or two of a name: ${names.diff(names.distinct).mkString(", ")}")
    found
  }

  private def read(artifact: Artifact): Seq[Definition] = {
    val jar = new JarFile(artifact.jar)
    try
      jar.entries.asScala.filter(entry => Entry.pattern.matcher(entry.getName).matches)
        .map(entry => Definition(artifact, IO.readBytes(jar.getInputStream(entry)))).toList
    finally jar.close()
  }
}
