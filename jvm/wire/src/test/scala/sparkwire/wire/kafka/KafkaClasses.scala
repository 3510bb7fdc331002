package sparkwire.wire.kafka

import java.nio.ByteBuffer
import java.util.Base64

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.definitions.{
  Code, Definitions, FieldDefinition, MessageDefinition, StructDefinition
}

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.{JsonNodeFactory, ObjectNode}
import org.scalacheck.Gen
import org.scalacheck.rng.Seed

/** Kafka's generated classes, which write the bytes that our reader reads. Each version of a message
  * is written and read by the newest release that has it.
  */
object KafkaClasses {
  private def release(definition: MessageDefinition, version: Int): KafkaRelease =
    KafkaRelease.all.find(_.has(definition.name, version)).getOrElse(
      throw new NoSuchElementException(s"no classes of ${definition.name} $version"))

  /** Whether there are classes for all versions of a message. */
  def has(definition: MessageDefinition): Boolean =
    !definition.isRemoved && (definition.validVersions.lowest to definition.newest).forall(
      version => KafkaRelease.all.exists(_.has(definition.name, version)))

  /** Writes a message, given as JSON, with Kafka's writer. */
  def written(definition: MessageDefinition, version: Int, json: JsonNode): Array[Byte] =
    release(definition, version).written(definition.name, version, json)

  /** Reads a message and writes it again, both with Kafka's classes. */
  def again(definition: MessageDefinition, version: Int, bytes: Array[Byte]): Array[Byte] =
    release(definition, version).bytesOf(read(definition, version, bytes), version)

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
  def read(definition: MessageDefinition, version: Int, bytes: Array[Byte]): AnyRef =
    read(definition, version, ByteBuffer.wrap(bytes))

  /** Reads bytes with Kafka's reader, and fails if bytes are left. */
  def readWhole(definition: MessageDefinition, version: Int, bytes: Array[Byte]): AnyRef = {
    val buffer = ByteBuffer.wrap(bytes)
    val message = read(definition, version, buffer)
    require(!buffer.hasRemaining, s"${buffer.remaining} bytes are left")
    message
  }

  private def read(definition: MessageDefinition, version: Int, from: ByteBuffer): AnyRef =
    release(definition, version).read(definition.name, version, from)

  /** Returns all fields of a message that the release of the version has. Fields that the version
    * lacks have their defaults.
    */
  def full(definition: MessageDefinition, version: Int, message: AnyRef): Tree =
    KafkaRelease.full(message,
      release(definition, version).definitions(definition.name).struct)

  /** Returns the part of [[full]] that a version has. */
  def present(full: Tree, struct: StructDefinition, version: Int): Tree = full match {
    case Struct(fields) => Struct(
        struct.fields.filter(_.versions.has(version)).flatMap { field =>
          fields.get(field.name).map(value => field.name -> present(value, field.struct, version))
        }.toMap)
    case Items(items) if struct != null => Items(items.map(present(_, struct, version)))
    case other => other
  }

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
