package sparkwire.wire.ignite
package types

import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.immutable.{ListMap, VectorMap}

import sparkwire.wire.core._
import sparkwire.wire.ignite.Ignite._

/** Reads what a node knows of one type, from the files `binary_meta/<node>/<type id>.bin`. Each is
  * an object of type -975440336 with these fields, and others that say nothing about bytes:
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

  private[this] val values = new ValueReader(Kind.Dynamic, options)
  private[this] val head = new ObjectHead

  def read(cursor: Cursor, sink: Sink): Unit = {
    values.read(cursor, null)
    cursor.moveTo(0)
    if (cursor.u8(Truncated) != ObjectCode) cursor.refuse(NoMetadata)
    head.read(cursor, null)
    if (head.typeId != MetadataType || head.isCompact) cursor.refuse(NoMetadata)
    val text = describe(cursor).getBytes(UTF_8)
    sink.text(text, 0, text.length)
  }

  private def describe(cursor: Cursor): String = {
    val typeId = at(cursor, "typeId", IntCode)(cursor.i32(Truncated))
    val name = at(cursor, "typeName", StringCode)(textOf(cursor))
    if (typeId.isEmpty) cursor.refuse(NoMetadata)
    val fields = at(cursor, "fields", MapCode)(fieldsOf(cursor)).getOrElse(VectorMap.empty)
    val names = fields.map(_.swap)
    val schemas = schemasOf(cursor)
    val inSchemas = schemas.flatten.toSet
    val others = fields.values.filterNot(inSchemas).toVector
    val lists = if (others.isEmpty) schemas else schemas :+ others
    val constants = at(cursor, "nameToOrdinal", MapCode)(constantsOf(cursor))
    TypesJson.write(typeId.get, name, lists.map(_.map(id => id -> names.get(id))),
      constants.getOrElse(ListMap.empty))
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
  private def fieldsOf(cursor: Cursor): VectorMap[String, Int] =
    VectorMap.from(
      Seq.fill(countOfMap(cursor)) {
        expect(cursor, StringCode)
        val name = textOf(cursor)
        expect(cursor, OptimizedCode)
        val length = Leaves.count(cursor, 1)
        if (length < 8) cursor.refuse(NoMetadata)
        cursor.skip(length.toLong, LengthPastEnd)
        name -> cursor.i32At(cursor.position - 4)
      })

  private def constantsOf(cursor: Cursor): ListMap[String, Int] =
    ListMap.from(
      Seq.fill(countOfMap(cursor)) {
        expect(cursor, StringCode)
        val name = textOf(cursor)
        expect(cursor, IntCode)
        name -> cursor.i32(Truncated)
      }.sortBy(_._2))

  private def schemasOf(cursor: Cursor): Seq[Vector[Int]] =
    at(cursor, "schemas", OptimizedCode)(schemasIn(cursor)).orElse(
      at(cursor, "schemas", CollectionCode) {
        val count = cursor.i32(Truncated)
        cursor.skip(1, Truncated)
        Seq.fill(count) {
          expect(cursor, OptimizedCode)
          schemasIn(cursor)
        }.flatten
      }).getOrElse(Nil)

  /** Finds the schemas in an optimized value: runs of numbers that agree with their schema id. */
  private def schemasIn(cursor: Cursor): Seq[Vector[Int]] = {
    val found = Seq.newBuilder[Vector[Int]]
    val length = Leaves.count(cursor, 1)
    var at = cursor.take(length.toLong, LengthPastEnd)
    val until = cursor.position
    // Limits the search: every byte could begin a run that ends at the last byte.
    var work = length.toLong * MaxWork
    while (until - at >= 8) {
      val count = cursor.i32At(at + 4)
      val ids =
        if (count < 0 || count > (until - at - 8) / 4) null
        else {
          work -= count
          if (work < 0) cursor.refuse(NoMetadata)
          Array.tabulate(count)(field => cursor.i32At(at + 8 + 4 * field))
        }
      if (ids != null && Hashes.schemaId(ids) == cursor.i32At(at)) {
        found += ids.toVector
        at += 8 + 4 * count
      } else at += 1
    }
    found.result()
  }
}

private object MetadataReader {
  final val MetadataType = -975440336
  private final val MaxWork = 64
}
