import java.io.{BufferedOutputStream, ByteArrayOutputStream, DataOutputStream, FileOutputStream}
import java.util.jar.JarFile
import java.util.zip.GZIPOutputStream

import scala.collection.JavaConverters._

import sbt._

/** Packs the definitions of Kafka's messages from its artifacts into one file. The class that reads
  * the file, `sparkwire.wire.kafka.definitions.Definitions`, describes its contents.
  */
object KafkaDefinitions {

  /** A configuration that the build resolves and that is on no class path. */
  val Config: Configuration = sbt.Configuration.of("KafkaDefinitions", "kafka-definitions").hide

  private val Entry = "(?:common/)?(?:message|metadata)/\\w+\\.json".r
  private val Name = "\"name\"\\s*:\\s*\"(\\w+)\"".r

  private final case class Definition(artifact: String, name: String, text: Array[Byte])

  def pack(artifacts: Seq[(String, File)], to: File): File = {
    val found = artifacts.flatMap { case (artifact, jar) => read(artifact, jar) }.sortBy(_.name)
    val names = found.map(_.name)
    if (found.isEmpty || names.distinct != names)
      sys.error(s"no definitions, or two of a name: ${names.diff(names.distinct).mkString(", ")}")
    IO.createDirectory(to.getParentFile)
    val bytes = new ByteArrayOutputStream
    val out = new DataOutputStream(bytes)
    out.writeInt(found.length)
    found.foreach { definition =>
      out.writeUTF(definition.artifact)
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

  private def read(artifact: String, file: File): Seq[Definition] = {
    val jar = new JarFile(file)
    try
      jar.entries.asScala.filter(entry => Entry.pattern.matcher(entry.getName).matches).map {
        entry =>
          val text = IO.readBytes(jar.getInputStream(entry))
          // The first name in the text is the name of the message, whatever the file is called.
          val name = Name.findFirstMatchIn(new String(text, "UTF-8")).map(_.group(1)).getOrElse(
            sys.error(s"$artifact: ${entry.getName} names no message"))
          Definition(artifact, name, text)
      }.toList
    finally jar.close()
  }
}
