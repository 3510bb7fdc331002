package sparkwire.wire.ignite.values

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{HashMap, HashSet, LinkedHashMap}

import scala.collection.mutable.Builder
import scala.jdk.CollectionConverters._

import sparkwire.wire.core._
import sparkwire.wire.ignite.{Hashes, Leaves, ObjectHead, TypesJson}
import sparkwire.wire.ignite.Ignite._

/** Reads the description that a node has of one type, from the files `binary_meta/<node>/<type
  * id>.bin`. Each is an object of type -975440336 with these fields, and others that say nothing
  * about bytes:
  * | typeId        | int                                                                           |
  * | typeName      | string                                                                        |
  * | fields        | map from names to optimized values, whose last 8 bytes are type code and field id |
  * | schemas       | one optimized value or a collection: each has schema id, count, field ids     |
  * | nameToOrdinal | map from constants to ordinals, or null                                       |
  *
  * The result is a text for the option `types`.
  *
  * Trap: the optimized values are serialized Java. They are searched for numbers that can only be a
  * schema, which can be verified: the id of a schema is the hash of its fields.
  */
private[ignite] final class MetadataReader(options: Options) extends Reader {
  import MetadataReader._

  private[this] val values = new IgniteReader(Kind.Dynamic, options)
  private[this] val head = new ObjectHead

  def read(cursor: Cursor, sink: Sink): Unit = {
    values.read(cursor, null)
    cursor.moveTo(0)
    if (cursor.u8(Truncated) != ObjectCode) cursor.refuse(NoMetadata)
    head.read(cursor, null)
    if (head.typeId != MetadataType || head.isCompact) cursor.refuse(NoMetadata)
    val text = describe(cursor)
    sink.text(text, 0, text.length)
  }

  private def describe(cursor: Cursor): Array[Byte] = {
    val typeId = at(cursor, "typeId", IntCode)(cursor.i32(Truncated))
    val name = at(cursor, "typeName", StringCode)(textOf(cursor))
    if (typeId.isEmpty) cursor.refuse(NoMetadata)
    val fields =
      at(cursor, "fields", MapCode)(fieldsOf(cursor)).getOrElse(new LinkedHashMap[String, Integer])
    val schemas = schemasOf(cursor)
    val constants = at(cursor, "nameToOrdinal", MapCode)(constantsOf(cursor))
    MetadataReader.describe(typeId.get, name, fields, schemas,
      constants.getOrElse(new LinkedHashMap[String, Integer]), cursor.allowance)
  }

  /** Finds the field with this name and code; `value` is evaluated with the cursor at its payload.
    */
  private def at[A](cursor: Cursor, name: String, code: Int)(value: => A): Option[A] = {
    val id = Hashes.id(name)
    (0 until head.count).find(head.id(_) == id).flatMap { field =>
      head.checkOffset(cursor, null, field)
      cursor.moveTo(head.position(field))
      if (cursor.u8(Truncated).toByte == code) Some(value) else None
    }
  }

  private def textOf(cursor: Cursor): String = {
    val length = Leaves.count(cursor, 1)
    new String(cursor.bytes, cursor.take(length.toLong, LengthPastEnd), length, UTF_8)
  }

  /** Skips the code of a value, and refuses any other code. */
  private def expect(cursor: Cursor, code: Int): Unit =
    if (cursor.u8(Truncated).toByte != code) cursor.refuse(NoMetadata)

  private def countOfMap(cursor: Cursor): Int = {
    val count = cursor.i32(Truncated)
    cursor.skip(1, Truncated)
    count
  }

  /** Reads the names of the fields with their ids, in order. */
  private def fieldsOf(cursor: Cursor): LinkedHashMap[String, Integer] = {
    val fields = new LinkedHashMap[String, Integer]
    var left = countOfMap(cursor)
    while (left > 0) {
      expect(cursor, StringCode)
      val name = textOf(cursor)
      expect(cursor, OptimizedCode)
      val length = Leaves.count(cursor, 1)
      if (length < 8) cursor.refuse(NoMetadata)
      cursor.skip(length.toLong, LengthPastEnd)
      cursor.allowance.spend(EntryBytes)
      fields.put(name, cursor.i32At(cursor.position - 4))
      left -= 1
    }
    fields
  }

  /** Reads the constants of an enumeration. */
  private def constantsOf(cursor: Cursor): LinkedHashMap[String, Integer] = {
    val constants = new LinkedHashMap[String, Integer]
    var left = countOfMap(cursor)
    while (left > 0) {
      expect(cursor, StringCode)
      val name = textOf(cursor)
      expect(cursor, IntCode)
      cursor.allowance.spend(EntryBytes)
      constants.put(name, cursor.i32(Truncated))
      left -= 1
    }
    constants
  }

  private def schemasOf(cursor: Cursor): Vector[Array[Int]] = {
    val found = Vector.newBuilder[Array[Int]]
    val isOne = at(cursor, "schemas", OptimizedCode)(addSchemas(cursor, found)).isDefined
    if (!isOne) {
      val _ = at(cursor, "schemas", CollectionCode) {
        var left = cursor.i32(Truncated)
        cursor.skip(1, Truncated)
        while (left > 0) {
          expect(cursor, OptimizedCode)
          addSchemas(cursor, found)
          left -= 1
        }
      }
    }
    found.result()
  }

  /** Finds the schemas in an optimized value: runs of numbers that agree with their schema id. */
  private def addSchemas(cursor: Cursor, found: Builder[Array[Int], _]): Unit = {
    val length = Leaves.count(cursor, 1)
    var at = cursor.take(length.toLong, LengthPastEnd)
    val until = cursor.position
    // Limits the search: every byte could begin a run that ends at the last byte.
    var work = length.toLong * MaxWork
    while (until - at >= 8) {
      val count = cursor.i32At(at + 4)
      val isPossible = count >= 0 && count <= (until - at - 8) / 4
      if (isPossible) work -= count
      if (work < 0) cursor.refuse(NoMetadata)
      if (isPossible && schemaId(cursor, at + 8, count) == cursor.i32At(at)) {
        val first = at + 8
        found += Array.tabulate(count)(field => cursor.i32At(first + 4 * field))
        at = first + 4 * count
      } else at += 1
    }
  }

  private def schemaId(cursor: Cursor, from: Int, count: Int): Int = {
    var id = Hashes.NoFields
    var field = 0
    while (field < count) {
      id = Hashes.schemaId(id, cursor.i32At(from + 4 * field))
      field += 1
    }
    id
  }
}

private[ignite] object MetadataReader {
  private final val MetadataType = -975440336
  private final val MaxWork = 64

  /** Returns the text that describes a type. Fields that are in no schema become another one.
    *
    * @param fields
    *   the ids of the fields by their names
    */
  def describe(typeId: Int, name: Option[String], fields: LinkedHashMap[String, Integer],
      schemas: Vector[Array[Int]], constants: LinkedHashMap[String, Integer],
      costs: Allowance): Array[Byte] = {
    // Java's tables of hashes stay fast when many of the keys, which the data determines, have the
    // same hash.
    val names = new HashMap[Integer, String]
    fields.forEach { (field, id) =>
      val _ = names.put(id, field)
    }
    val inSchemas = new HashSet[Integer]
    for (ids <- schemas; id <- ids) inSchemas.add(id)
    val others = fields.values.asScala.iterator.filterNot(inSchemas.contains).map(_.toInt).toArray
    val byOrdinal = new LinkedHashMap[String, Integer]
    constants.asScala.toSeq.sortBy(_._2).foreach { case (constant, ordinal) =>
      byOrdinal.put(constant, ordinal)
    }
    TypesJson.write(typeId, name, if (others.isEmpty) schemas else schemas :+ others, names,
      byOrdinal, costs)
  }

  // The approximate size of an entry in a table, in addition to its own bytes. The text may cost as
  // much.
  final val EntryBytes = 48L
}
