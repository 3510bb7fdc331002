package sparkwire.wire.kafka

import java.io.File
import java.lang.reflect.Method
import java.net.{URL, URLClassLoader}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import java.util.jar.JarFile

import scala.jdk.CollectionConverters._
import scala.util.Using

import sparkwire.wire.Tree
import sparkwire.wire.Tree.{Text => _, _}
import sparkwire.wire.kafka.definitions.{
  DefinitionParser, FieldDefinition, MessageDefinition, StructDefinition
}

import com.fasterxml.jackson.core.JsonParser
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** A release of Kafka: its definitions of messages, and the classes that it generates from them,
  * which write bytes, read bytes, and show as JSON the messages that they read.
  *
  * @param jars
  *   artifacts of one release, whose classes `loader` has
  */
final class KafkaRelease private (jars: Seq[File], loader: ClassLoader) {
  import KafkaRelease._

  /** The version of Kafka. */
  val name: String = versionOf(jars.head)
  override def toString: String = name

  private val texts = jars.flatMap(textsIn)

  /** The file with the definition of each message. */
  val artifacts: Map[String, String] = texts.map(one => one.message -> one.artifact).toMap

  /** The definition of each message as this release has it. */
  lazy val definitions: Map[String, MessageDefinition] =
    texts.map(one => one.message -> DefinitionParser.parse(asKafkaReads(one.text))).toMap

  private val converters = new ConcurrentHashMap[String, Option[Class[_]]]

  /** Returns whether it has a definition of a message at a version, and classes for it. */
  def has(message: String, version: Int): Boolean =
    definitions.get(message).exists(_.validVersions.has(version)) && hasClasses(message)

  def hasClasses(message: String): Boolean = converter(message).nonEmpty

  def classNamed(name: String): Option[Class[_]] =
    try Some(Class.forName(name, true, loader))
    catch { case _: ClassNotFoundException => None }

  /** Writes a message, given as JSON. */
  def written(message: String, version: Int, json: JsonNode): Array[Byte] = {
    val read = converter(message).get.getMethod("read", classOf[JsonNode], classOf[Short])
    bytesOf(read.invoke(null, json, Short.box(version.toShort)), version)
  }

  def bytesOf(message: AnyRef, version: Int): Array[Byte] = {
    val boxed = Short.box(version.toShort)
    val cache = made("common.protocol.ObjectSerializationCache")
    val kind = message.getClass
    val size = method(kind, "size", 2).invoke(message, cache, boxed).asInstanceOf[Int]
    val buffer = ByteBuffer.allocate(size)
    method(kind, "write", 3).invoke(message, accessor(buffer), cache, boxed)
    buffer.array
  }

  /** Reads a message from where the buffer stands. */
  def read(message: String, version: Int, from: ByteBuffer): AnyRef = {
    val found =
      writer(message).getParameterTypes.head.getDeclaredConstructor().newInstance()
    val one = found.asInstanceOf[AnyRef]
    method(one.getClass, "read", 2).invoke(one, accessor(from), Short.box(version.toShort))
    one
  }

  /** Shows a message as the views of the vectors do: without tagged fields that have their default.
    */
  def view(message: String, version: Int, read: AnyRef): Tree =
    tree(writer(message).invoke(null, read, Short.box(version.toShort)).asInstanceOf[JsonNode])

  /** Returns the class that converts a message to JSON and back, if it is there. */
  private def converter(message: String): Option[Class[_]] = converters.computeIfAbsent(message,
    _ =>
      packages.flatMap(in =>
        Seq(s"$in.${message}DataJsonConverter", s"$in.${message}JsonConverter"))
        .iterator.map(classNamed).collectFirst { case Some(found) => found })

  private def writer(message: String): Method = method(converter(message).get, "write", 2)

  private def accessor(buffer: ByteBuffer): AnyRef =
    made("common.protocol.ByteBufferAccessor", buffer)

  private def made(kind: String, arguments: AnyRef*): AnyRef =
    classNamed(s"org.apache.kafka.$kind").get.getConstructors.head.newInstance(arguments: _*)
      .asInstanceOf[AnyRef]
}

object KafkaRelease {

  /** All releases whose definitions the build resolves, the newest first. */
  lazy val all: Seq[KafkaRelease] = {
    val list = getClass.getResourceAsStream("/kafka-releases.txt")
    val releases = Using.resource(list)(in => new String(in.readAllBytes, UTF_8)).linesIterator
      .map(_.split(File.pathSeparator).map(new File(_)).toSeq).toSeq
    new KafkaRelease(releases.head, getClass.getClassLoader) +:
      releases.tail.map(jars => new KafkaRelease(jars, new KafkaLoader(jars)))
  }

  def newest: KafkaRelease = all.head

  // Some texts, of which none is packed, have a key twice, a tag in quotes, or text after
  // their end. Kafka's build accepts them.
  private val mapper = new ObjectMapper().enable(JsonParser.Feature.ALLOW_COMMENTS)
  private def asKafkaReads(text: String): String =
    mapper.readTree(text).toString.replaceAll("\"tag\":\"(\\d+)\"", "\"tag\":$1")

  private val packages = Seq("common.message", "coordinator.group.generated",
    "coordinator.share.generated", "coordinator.transaction.generated", "common.metadata",
    "raft.generated", "server.log.remote.metadata.storage.generated",
    "storage.internals.log.generated",
    "snapshot.generated").map("org.apache.kafka." + _)

  private val Entry = "(?:common/)?(?:message|metadata)/\\w+\\.json".r
  private val Name = "\"name\"\\s*:\\s*\"(\\w+)\"".r

  private def versionOf(jar: File): String =
    jar.getName.stripSuffix(".jar").split('-').last

  private final case class Text(artifact: String, message: String, text: String)

  private def textsIn(file: File): Seq[Text] =
    Using.resource(new JarFile(file)) { jar =>
      jar.entries.asScala.filter(entry => Entry.matches(entry.getName)).map { entry =>
        val text = new String(jar.getInputStream(entry).readAllBytes, UTF_8)
        Text(file.getName, Name.findFirstMatchIn(text).get.group(1), text)
      }.toSeq
    }

  private def method(of: Class[_], name: String, parameters: Int): Method =
    of.getMethods.find(one =>
      one.getName == name && one.getParameterCount == parameters && !one.isBridge).get

  /** Loads Kafka's classes from these jars, and all others from the class path. */
  private final class KafkaLoader(jars: Seq[File])
      extends URLClassLoader(jars.map(_.toURI.toURL).toArray[URL], getClass.getClassLoader) {
    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (!name.startsWith("org.apache.kafka.")) super.loadClass(name, resolve)
      else getClassLoadingLock(name).synchronized {
        val known = findLoadedClass(name)
        if (known != null) known else findClass(name)
      }
  }

  /** Returns all fields of a message. Fields that its version lacks have their defaults.
    *
    * @param struct
    *   as the release of the message defines it
    */
  def full(message: Any, struct: StructDefinition): Tree = Tree.struct(
    struct.fields.map { field =>
      val inObject = message.getClass.getMethod(field.name).invoke(message)
      field.name -> (inObject match {
        case items: java.lang.Iterable[_] if field.isArray =>
          Items(items.asScala.map(held(_, field)).toVector)
        case one => held(one, field)
      })
    }: _*)

  private def held(value: Any, field: FieldDefinition): Tree = value match {
    case null => NoValue
    case flag: java.lang.Boolean => Flag(flag)
    case number: java.lang.Double => Real(number)
    case number: Number => Whole(number.longValue)
    case text: String => Tree.Text(text)
    case bytes: Array[Byte] => Tree.hex(bytes)
    case buffer: ByteBuffer => bytesOf(buffer)
    case other => other.getClass.getSimpleName match {
        case "Uuid" => Tree.Text(other.toString)
        case "MemoryRecords" =>
          bytesOf(other.getClass.getMethod("buffer").invoke(other).asInstanceOf[ByteBuffer])
        case _ => full(other, field.struct)
      }
  }

  private def bytesOf(buffer: ByteBuffer): Tree = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.duplicate.get(bytes)
    Tree.hex(bytes)
  }

  private def tree(json: JsonNode): Tree =
    if (json.isBinary) Tree.hex(json.binaryValue)
    else if (json.isArray) Items(json.asScala.map(tree).toVector)
    else if (json.isObject)
      Tree.struct(json.properties.asScala.map(one => one.getKey -> tree(one.getValue)).toSeq: _*)
    else Views.value(json)
}
