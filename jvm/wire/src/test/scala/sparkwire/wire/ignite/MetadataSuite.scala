package sparkwire.wire.ignite

import sparkwire.wire.ReaderChecks
import sparkwire.wire.Tree
import sparkwire.wire.Tree.Text
import sparkwire.wire.core.Reason
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.cdc.OneMetadata

import org.scalatest.funsuite.AnyFunSuite

/** Descriptions of types, as a node stores them, with parts that no node writes. */
class MetadataSuite extends AnyFunSuite with ReaderChecks {
  private val schema = Seq(7, 8)
  private val schemaBytes =
    all(Seq(i32(Hashes.schemaId(schema.toArray)), i32(schema.size)) ++ schema.map(i32))

  private def description(field: Encoded, schemas: Encoded): Encoded = ObjectBytes(
    typeName = "BinaryMetadata",
    width = 4,
    fields = Seq("typeId" -> int(5), "typeName" -> text("shop.Order"),
      "fields" -> map(text("total") -> optimized(field)), "schemas" -> optimized(schemas)))
    .bytes

  // The id of a field is in the last four bytes of its description.
  private val seven = all(Seq(raw(0, 0, 0, 0), i32(7)))

  private def refusal(bytes: Encoded): Option[String] =
    walk(OneMetadata, bytes).left.toOption.map(_.word)

  test("a description with its field and its schema") {
    assert(walk(OneMetadata, description(seven, schemaBytes)) === Right(
      Text(
        """[{"type_name":"shop.Order","type_id":5,"schemas":[[{"name":"total","id":7},{"id":8}]]}]""")))
  }

  test("a field whose description is too short for an id") {
    assert(refusal(description(seven.drop(1), schemaBytes)) === Some("type-mismatch"))
  }

  test("the search for schemas ends") {
    // Every fourth byte begins a run of 65,793 numbers, none of which is a schema.
    val runs = all(Seq.fill(1 << 18)(i32(0x00010101)))
    val begun = System.nanoTime
    assert(refusal(description(seven, runs)) === Some("type-mismatch"))
    assert(System.nanoTime - begun < 20000000000L)
  }

  test("what is no description") {
    for (bytes <- Seq(int(5), ObjectBytes("Other", Seq("typeId" -> int(5))).bytes,
        ObjectBytes("BinaryMetadata").bytes))
      assert(refusal(bytes) === Some("type-mismatch"))
  }

  private def large(name: String, schemas: Encoded, constants: Encoded): Either[Reason, Tree] = {
    val begun = System.nanoTime
    val bytes = ObjectBytes(typeName = "BinaryMetadata", width = 4,
      fields = Seq("typeId" -> int(5), "typeName" -> text("T"),
        "fields" -> map(text(name) -> optimized(seven)), "schemas" -> optimized(schemas),
        "nameToOrdinal" -> constants))
      .bytes
    val result = walk(OneMetadata, bytes)
    assert(System.nanoTime - begun < 20000000000L)
    result
  }

  test("a long name of a field that occurs in a schema many times") {
    val ids = Array.fill(20000)(7)
    val schema = all(Seq(i32(Hashes.schemaId(ids)), i32(ids.length)) ++ ids.map(i32))
    assert(large("n" * 20000, schema, nothing) === Left(Reason.TooLarge))
  }

  test("very many constants of an enumeration") {
    val constants = (0 until 100000).map(at => text(s"c$at") -> int(100000 - at))
    val Right(Text(read)) = large("n", raw(), map(constants: _*)): @unchecked
    assert(read.contains("""{"c99999":1,"c99998":2,""") && read.endsWith(""""c0":100000}}]"""))
  }

  test("constants and fields that occur twice, and names that JSON escapes") {
    val constants = map(text("b") -> int(2), text("a\"") -> int(1), text("b") -> int(3))
    assert(large("é", all(Seq(i32(Hashes.schemaId(Array(7))), i32(1), i32(7))), constants) ===
      Right(
        Text(
          """[{"type_name":"T","type_id":5,"schemas":[[{"name":"é","id":7}]],"enum_values":{"a\"":1,"b":3}}]""")))
  }
}
