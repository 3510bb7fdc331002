package sparkwire.cost

import sparkwire.wire.ignite.Hashes
import sparkwire.wire.ignite.IgniteBytes.{all => joined, _}
import sparkwire.wire.ignite.ObjectBytes

/** The description of a type that a node stores. */
private[cost] object IgniteMetadataFamilies extends IgniteCalls {
  private def description(fields: Encoded = map(), schemas: Encoded = Array.emptyByteArray,
      constants: Encoded = nothing): Encoded =
    ObjectBytes(typeName = "BinaryMetadata", width = 4,
      fields = Seq("typeId" -> int(5), "typeName" -> text("T"), "fields" -> fields,
        "schemas" -> optimized(schemas), "nameToOrdinal" -> constants))
      .bytes

  private def field(name: String, id: Int): (Encoded, Encoded) =
    text(name) -> optimized(joined(Seq(i32(0), i32(id))))
  private def schema(ids: Array[Int]): Encoded =
    joined(Seq(i32(Hashes.schemaId(ids)), i32(ids.length)) ++ ids.map(i32))

  val all: Seq[CostFamily] = Seq(
    types("names", "As many fields as fit, in no schema.")(size =>
      description(map(many(size / 26)(_ => nothing).indices.map(at => field(name(at), at)): _*))),
    types("ids", "One schema of as many unknown fields as fit.")(size =>
      description(schemas = schema(Array.range(1, size / 4)))),
    types("long-name", "A long name of a field that one schema has very often.")(size =>
      description(map(field("n" * (size / 2), 7)), schema(Array.fill(size / 8)(7)))),
    types("schemas", "As many schemas as fit.")(size =>
      description(schemas = joined(many(size / 12)(at => schema(Array(at + 1)))))),
    types("search", "Runs of numbers that are no schema and might each be one.")(size =>
      description(schemas = joined(many(size / 4)(_ => i32(0x00000101))))),
    types("constants", "As many constants as fit.")(size =>
      description(
        constants =
          map(
            many(size / 18)(at => text(name(at))).zipWithIndex.map { case (constant, at) =>
              constant -> int(size - at)
            }: _*)))
  )
}
