package sparkwire.wire.kafka

import java.lang.reflect.Method
import java.nio.ByteBuffer
import java.util.Base64

import scala.jdk.CollectionConverters._

import org.apache.kafka.common.Uuid
import org.apache.kafka.common.protocol.{ByteBufferAccessor, Message, ObjectSerializationCache}
import org.apache.kafka.common.record.internal.MemoryRecords

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.definitions.{
  Code, Definitions, FieldDefinition, MessageDefinition, StructDefinition
}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import org.scalacheck.Gen
import org.scalacheck.rng.Seed

/** Kafka's generated classes, which write the bytes that our reader reads, and show as JSON the
  * messages that they read themselves.
  */
object KafkaClasses {
  private val packages = Seq("common.message", "coordinator.group.generated",
    "coordinator.share.generated", "coordinator.transaction.generated", "common.metadata",
    "raft.generated", "server.log.remote.metadata.storage.generated",
    "storage.internals.log.generated",
    "snapshot.generated").map("org.apache.kafka." + _)

  /** Returns the class that converts a message to JSON and back, if it is on the class path. */
  private def converter(name: String): Option[Class[_]] =
    packages.flatMap(in => Seq(s"$in.${name}DataJsonConverter", s"$in.${name}JsonConverter"))
      .iterator.map(classNamed).collectFirst { case Some(found) => found }

  private def classNamed(name: String): Option[Class[_]] =
    try Some(Class.forName(name))
    catch { case _: ClassNotFoundException => None }

  def has(definition: MessageDefinition): Boolean = converter(definition.name).nonEmpty

  /** Writes a message, given as JSON, with Kafka's writer. */
  def written(definition: MessageDefinition, version: Int, json: JsonNode): Array[Byte] = {
    val found = converter(definition.name).get
    val read = found.getMethod("read", classOf[JsonNode], classOf[Short])
    bytesOf(read.invoke(null, json, Short.box(version.toShort)).asInstanceOf[Message], version)
  }

  /** Reads a message and writes it again, both with Kafka's classes. */
  def again(definition: MessageDefinition, version: Int, bytes: Array[Byte]): Array[Byte] =
    bytesOf(read(definition, version, bytes), version)

  private def bytesOf(message: Message, version: Int): Array[Byte] = {
    val cache = new ObjectSerializationCache
    val buffer = ByteBuffer.allocate(message.size(cache, version.toShort))
    message.write(new ByteBufferAccessor(buffer), cache, version.toShort)
    buffer.array
  }

  /** Returns a message of this name at each of its versions, with random content. Two bytes with
    * the version precede each message.
    */
  def prefixed(name: String): Seq[Array[Byte]] = {
    val definition = Definitions.all.find(_.name == name).get
    for (version <- definition.validVersions.lowest to definition.newest) yield {
      val json = content(definition, version).pureApply(
        Gen.Parameters.default.withSize(6), Seed(version.toLong))
      Vectors.bytes(f"$version%04x") ++ written(definition, version, json)
    }
  }

  /** Reads bytes with Kafka's reader. */
  def read(definition: MessageDefinition, version: Int, bytes: Array[Byte]): Message =
    read(definition, version, ByteBuffer.wrap(bytes))

  /** Reads bytes with Kafka's reader, and fails if bytes are left. */
  def readWhole(definition: MessageDefinition, version: Int, bytes: Array[Byte]): Message = {
    val buffer = ByteBuffer.wrap(bytes)
    val message = read(definition, version, buffer)
    require(!buffer.hasRemaining, s"${buffer.remaining} bytes are left")
    message
  }

  private def read(definition: MessageDefinition, version: Int, from: ByteBuffer): Message = {
    val message = writer(definition).getParameterTypes.head.getDeclaredConstructor().newInstance()
      .asInstanceOf[Message]
    message.read(new ByteBufferAccessor(from), version.toShort)
    message
  }

  /** Converts a message with Kafka's JSON converter, as in the views of the vectors. */
  def view(definition: MessageDefinition, version: Int, message: Message): Tree =
    tree(
      writer(definition).invoke(null, message, Short.box(version.toShort)).asInstanceOf[JsonNode])

  private def writer(definition: MessageDefinition): Method =
    converter(definition.name).get.getMethods
      .find(m => m.getName == "write" && m.getParameterCount == 2).get

  /** Returns all fields of a message. Fields that its version lacks have their defaults. */
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
    case text: String => Text(text)
    case uuid: Uuid => Text(uuid.toString)
    case bytes: Array[Byte] => Tree.hex(bytes)
    case buffer: ByteBuffer => bytesOf(buffer)
    case records: MemoryRecords => bytesOf(records.buffer)
    case struct => full(struct, field.struct)
  }

  private def bytesOf(buffer: ByteBuffer): Tree = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.duplicate.get(bytes)
    Tree.hex(bytes)
  }

  /** Returns the part of [[full]] that a version has. */
  def present(full: Tree, struct: StructDefinition, version: Int): Tree = full match {
    case Struct(fields) => Struct(
        struct.fields.filter(_.versions.has(version)).flatMap { field =>
          fields.get(field.name).map(value => field.name -> present(value, field.struct, version))
        }.toMap)
    case Items(items) if struct != null => Items(items.map(present(_, struct, version)))
    case other => other
  }

  private def tree(json: JsonNode): Tree =
    if (json.isBinary) Tree.hex(json.binaryValue)
    else if (json.isArray) Items(json.asScala.map(tree).toVector)
    else if (json.isObject)
      Tree.struct(json.properties.asScala.map(one => one.getKey -> tree(one.getValue)).toSeq: _*)
    else Views.value(json)

  // Content.

  private val json = JsonNodeFactory.instance

  /** Generates content for the fields of a version. */
  def content(definition: MessageDefinition, version: Int): Gen[ObjectNode] =
    struct(definition.struct, version, depth = 0)

  private def struct(of: StructDefinition, version: Int, depth: Int): Gen[ObjectNode] = {
    val fields = of.fields.filter(_.versions.has(version))
    fields.foldLeft(Gen.const(json.objectNode)) { (made, field) =>
      for {
        node <- made
        isLeftOut <- if (field.tagged.has(version)) Gen.oneOf(true, false) else Gen.const(false)
        value <- value(field, version, depth)
      } yield {
        if (!isLeftOut) node.set[JsonNode](field.name, value)
        node
      }
    }.map(_.deepCopy())
  }

  private def value(field: FieldDefinition, version: Int, depth: Int): Gen[JsonNode] = {
    // Kafka's JSON converter shows every record set as empty, so they are empty or null here.
    val present: Gen[JsonNode] =
      if (field.typeName == "records")
        Gen.const(if (field.nullable.has(version)) json.nullNode else json.binaryNode(Array.empty))
      else if (field.isArray)
        Gen.choose(0, if (depth > 2) 1 else 3).flatMap(Gen.listOfN(_, one(field, version, depth)))
          .map { items =>
            val list = json.arrayNode
            items.foreach(list.add)
            list
          }
      else one(field, version, depth)
    if (field.nullable.has(version)) Gen.frequency(1 -> Gen.const(json.nullNode), 4 -> present)
    else present
  }

  private def one(field: FieldDefinition, version: Int, depth: Int): Gen[JsonNode] =
    field.code match {
      case Code.Bool => Gen.oneOf(true, false).map(json.booleanNode(_))
      case Code.Int8 => edges(Byte.MinValue.toLong, Byte.MaxValue.toLong)
      case Code.Int16 => edges(Short.MinValue.toLong, Short.MaxValue.toLong)
      case Code.UInt16 => edges(0, 0xffff)
      case Code.Int32 => edges(Int.MinValue.toLong, Int.MaxValue.toLong)
      case Code.UInt32 => edges(0, 0xffffffffL)
      case Code.Int64 => edges(Long.MinValue, Long.MaxValue)
      case Code.Float64 => Gen.choose(-1e9, 1e9).map(json.numberNode(_))
      case Code.Uuid => Gen.listOfN(16, Gen.choose(0, 255)).map(bytes =>
          json.textNode(
            Base64.getUrlEncoder.withoutPadding.encodeToString(bytes.map(_.toByte).toArray)))
      case Code.Text =>
        Gen.frequency(1 -> Gen.const(""),
          4 -> Gen.listOf(Gen.oneOf('a', 'Z', 'é', '€', '-'))
            .map(_.mkString.take(200)))
          .map(json.textNode)
      case Code.Bytes =>
        Gen.listOf(Gen.choose(0, 255)).map(bytes => json.binaryNode(bytes.map(_.toByte).toArray))
      case Code.Struct => struct(field.struct, version, depth + 1).map(node => node: JsonNode)
    }

  private def edges(least: Long, most: Long): Gen[JsonNode] =
    Gen.frequency(1 -> Gen.const(least), 1 -> Gen.const(most), 1 -> Gen.const(0L),
      4 -> Gen.choose(math.max(least, -1000L), math.min(most, 100000L))).map(json.numberNode(_))
}
