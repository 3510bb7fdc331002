package sparkwire.wire.ignite

import org.scalatest.funsuite.AnyFunSuite

/** The messages for malformed descriptions of types. */
class TypesJsonSuite extends AnyFunSuite {

  for ((what, json, why) <- Seq(
      ("an empty text", "", "not an array of types"),
      ("a text that ends early", """[{"type_name": "A"}""",
        "no JSON at line 1, column 20: Unexpected end-of-input: expected close marker for Array " +
          "(start marker at line 1, column 1)"), ("a text that is not JSON", "[\n  {type_name: 1}]",
        "no JSON at line 2, column 4: Unexpected character ('t' (code 116)): was expecting " +
          "double-quote to start field name"),
      ("a key that comes twice", """[{"type_id": 1, "type_id": 2}]""",
        "no JSON at line 1, column 26: Duplicate field 'type_id'"), ("what stands behind it",
        "[] []", "no JSON at line 1, column 4: something stands behind the array"), ("an object",
        """{"type_name": "A"}""", "not an array of types"), ("a type that is not an object", "[1]",
        "[0] is not an object"), ("a type without name and id",
        "[{}]", "[0] has neither type_name nor type_id"), ("an unknown key", """[{"name": "A"}]""",
        "[0] has the unknown key 'name', known are type_name, type_id, schemas, enum_values"),
      ("a name that is not text", """[{"type_name": 1}]""", "[0].type_name is not a string"),
      ("an id that is too large", """[{"type_id": 2147483648}]""",
        "[0].type_id is not an integer of 32 bits"),
      ("an id that is no integer", """[{"type_id": 1.5}]""",
        "[0].type_id is not an integer of 32 bits"),
      ("the id 0", """[{"type_name": "A", "type_id": 0}]""", "[0]: no type has the id 0"),
      ("an empty name", """[{"type_name": ""}]""", "[0]: no type has the id 0"),
      ("two names for one id", """[{"type_name": "A"}, {"type_name": "B", "type_id": 97}]""",
        "[1]: 'A' and 'B' have the same id 97"),
      ("schemas that are not an array", """[{"type_name": "A", "schemas": {}}]""",
        "[0].schemas is not an array"),
      ("a schema that is not an array", """[{"type_name": "A", "schemas": ["id"]}]""",
        "[0].schemas[0] is not an array"),
      ("a field without id", """[{"type_name": "A", "schemas": [[{"name": "x"}]]}]""",
        "[0].schemas[0][0] has no id"),
      ("a field with an unknown key", """[{"type_name": "A", "schemas": [[{"type": "x"}]]}]""",
        "[0].schemas[0][0] has the unknown key 'type', known are name, id"),
      ("a field without a name", """[{"type_name": "A", "schemas": [["id", ""]]}]""",
        "[0].schemas[0][1]: no field has the id 0, so no empty name"),
      ("constants that are not an object", """[{"type_name": "A", "enum_values": ["X"]}]""",
        "[0].enum_values is not an object of constants and ordinals"),
      ("an ordinal that is no integer", """[{"type_name": "A", "enum_values": {"X": "0"}}]""",
        "[0].enum_values.X is not an integer of 32 bits"),
      ("an ordinal that comes twice", """[{"type_name": "A", "enum_values": {"X": 0, "Y": 0}}]""",
        "[0].enum_values: the ordinal 0 has two constants")))
    test(s"a description of types is not $what") {
      assert(TypeDescriptions.whyNot(json) === Some(why))
    }

  test("a description is not nested too deep") {
    for (levels <- Seq(900, 1100, 100000)) {
      val deep = "[" * levels + "]" * levels
      assert(TypeDescriptions.whyNot(deep).isDefined, levels)
      assert(
        TypeDescriptions.whyNot(s"""[{"type_name": "A", "schemas": $deep}]""").isDefined, levels)
    }
    val Some(why) = TypeDescriptions.whyNot("[" * 1100 + "]" * 1100): @unchecked
    assert(why.startsWith("no description of types: "), why)
    assert(why.contains("nesting depth"), why)
  }

  test("a description may say little") {
    for (json <- Seq("[]", """[{"type_name": "A"}]""", """[{"type_id": -1, "schemas": [[], []]}]""",
        """[{"type_name": "A"}, {"type_name": "A", "schemas": [["x", {"id": 7}]]}]"""))
      assert(TypeDescriptions.whyNot(json) === None, json)
  }

  test("an option that is wrong says what is accepted") {
    val Some(said) = Ignite.Types.whyNot("[{}]"): @unchecked
    assert(said === "types: [0] has neither type_name nor type_id. Accepted: a JSON array of " +
      "objects with type_name or type_id, schemas, enum_values.")
  }
}
