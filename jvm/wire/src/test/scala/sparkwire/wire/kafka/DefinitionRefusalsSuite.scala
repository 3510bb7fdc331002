package sparkwire.wire.kafka

import sparkwire.wire.kafka.WrittenDefinitions._

import org.scalatest.funsuite.AnyFunSuite

/** Malformed definitions of messages, and the text of each refusal. */
class DefinitionRefusalsSuite extends AnyFunSuite {
  private val int8 = "'type': 'int8', 'versions': '0+'"
  private val refused = Seq(
    "" -> "a message definition is a JSON object",
    "[]" -> "a message definition is a JSON object",
    "{'name': 'M'" -> "no JSON",
    "{'name': 'M', 'name': 'N'}" -> "no JSON: Duplicate field 'name'",
    message("") + "{}" -> "no JSON",
    "{}" -> "the message has no name",
    "{'name': 7}" -> "the name of the message is not text",
    "{'name': 'M'}" -> "M has no validVersions",
    "{'name': 'M', 'validVersions': 0}" -> "the validVersions of M is not text",
    "{'name': 'M', 'validVersions': 'x'}" ->
      "the validVersions of M are 'x', which is not a range such as 3, 1-4, 2+ or none",
    "{'name': 'M 1', 'validVersions': '0'}" -> "'M 1' is not the name of a message",
    message(
      "", ", 'apikey': 1") -> ("M has the key 'apikey'. Known: about, apiKey, commonStructs, " +
      "deprecatedVersions, fields, flexibleVersions, latestVersionUnstable, listeners, name, type, " +
      "validVersions"),
    message("", ", 'apiKey': 'x'") -> "the apiKey of M is not an integer",
    message("", ", 'apiKey': 1.5") -> "the apiKey of M is not an integer",
    message("", ", 'type': 'reply'") -> ("M has the type 'reply'. Known: coordinator-key, " +
      "coordinator-value, data, header, metadata, request, response"),
    "{'name': 'M', 'validVersions': '0', 'fields': {}}" -> "the fields of M are not a list of objects",
    message("7") -> "the fields of M are not a list of objects",
    message("{'type': 'int8'}") -> "a part of M has no name",
    message(field("_a", int8)) -> "'_a' in M is not a name: letters and digits, a letter first",
    message(field("f", "'versions': '0+'")) -> "M.f has no type",
    message(field("f", "'type': 'int8'")) -> "M.f has no versions",
    message(
      field("f", s"$int8, 'nullable': '0+'")) -> ("M.f has the key 'nullable'. Known: about, " +
      "default, entityType, fields, flexibleVersions, ignorable, mapKey, name, nullableVersions, " +
      "tag, taggedVersions, type, versions, zeroCopy"),
    message(field("f", "'type': 'int7', 'versions': '0+'")) ->
      ("M.f has the type 'int7'. Known: bool, bytes, float64, int16, int32, int64, int8, records, " +
        "string, uint16, uint32, uuid, the name of a struct, and [] with one of these"),
    message(field("f", "'type': '[][]int8', 'versions': '0+'")) -> "M.f has the type '[][]int8'",
    message(field("f", "'type': '', 'versions': '0+'")) -> "M.f has the type ''",
    message(field("f", s"$int8, 'fields': []")) -> "M.f is not a struct, but has fields",
    message(field("f", s"$int8, 'nullableVersions': '0+'")) -> "M.f is a int8, which is never null",
    message(s"${field("f", int8)}, ${field("F", int8)}") -> "M has two fields 'f'",
    // Structs.
    message(field("f", "'type': 'S', 'versions': '0+'")) ->
      "M.f is of the struct S, which is not defined",
    message(field("f", "'type': 'S-1', 'versions': '0+', 'fields': []")) ->
      "M.f has the type 'S-1', which is not the name of a struct",
    message(
      s"${field("f", "'type': 'S', 'versions': '0+', 'fields': []")}, ${field("g", "'type': '[]S', 'versions': '0+', 'fields': []")}") ->
      "the struct S is defined twice",
    message(field("f", "'type': 'C', 'versions': '0+', 'fields': []"),
      ", 'commonStructs': [{'name': 'C', 'fields': []}]") ->
      "M.f is of the common struct C and has fields of its own",
    message(field("f", "'type': 'C', 'versions': '0+'"),
      ", 'commonStructs': [{'name': 'C', " +
        "'versions': '0+', 'fields': [{'name': 'g', 'type': '[]C', 'versions': '0+'}]}]") ->
      "the struct C contains itself",
    message("", ", 'commonStructs': [{'name': 'C'}, {'name': 'C'}]") -> "M has two structs C",
    message("", ", 'commonStructs': [{'name': 'C', 'type': 'x'}]") ->
      "a common struct of M has the key 'type'. Known: about, fields, name, versions",
    // Tags.
    message(field("f", s"$int8, 'tag': 0")) -> "M.f has a tag, but no taggedVersions",
    message(field("f", s"$int8, 'taggedVersions': '2+'")) -> "M.f has taggedVersions, but no tag",
    message(field("f", s"$int8, 'taggedVersions': '2+', 'tag': -1")) ->
      "the tag of M.f is not a number from 0",
    message(field("f", s"$int8, 'taggedVersions': '2+', 'tag': '0'")) ->
      "the tag of M.f is not a number from 0",
    message(field("f", s"$int8, 'taggedVersions': '2-3', 'tag': 0")) ->
      "the taggedVersions of M.f must end with +",
    message(field("f", "'type': 'int8', 'versions': '3+', 'taggedVersions': '2+', 'tag': 0")) ->
      "the taggedVersions of M.f are not within its versions",
    message(field("f", s"$int8, 'taggedVersions': '1+', 'tag': 0")) ->
      "the taggedVersions of M.f are not within the flexibleVersions of the message",
    message(
      field("f", "'type': 'records', 'versions': '2+', 'taggedVersions': '2+', 'tag': 0")) ->
      "M.f: records cannot be tagged",
    message(
      field("f",
        "'type': 'string', 'versions': '2+', 'taggedVersions': '2+', 'tag': 0, " +
          "'nullableVersions': '3+'")) -> "either all taggedVersions of M.f are nullable, or none",
    message(
      Seq("f", "g").map(field(_, s"$int8, 'taggedVersions': '2+', 'tag': 5")).mkString(",")) ->
      "M has two fields with tag 5",
    message(field("f", s"$int8, 'flexibleVersions': 'none'")) ->
      "M.f is a int8: only a string or bytes has flexibleVersions of its own",
    // Defaults.
    message(field("f", s"$int8, 'default': '128'")) ->
      "the default of M.f is '128', which is not a number from -128 to 127",
    message(field("f", s"$int8, 'default': '0x'")) -> "the default of M.f is '0x'",
    message(field("f", s"$int8, 'default': {}")) ->
      "the default of M.f is neither text nor number",
    message(field("f", "'type': 'uint16', 'versions': '0+', 'default': '-1'")) ->
      "the default of M.f is '-1', which is not a number from 0 to 65535",
    message(field("f", "'type': 'bool', 'versions': '0+', 'default': 'yes'")) ->
      "the default of M.f is 'yes', which is neither true nor false",
    message(field("f", "'type': 'float64', 'versions': '0+', 'default': 'x'")) ->
      "the default of M.f is 'x', which is not a number",
    message(field("f", "'type': 'uuid', 'versions': '0+', 'default': 'x'")) ->
      "the default of M.f is 'x', which is not a UUID",
    message(field("f", "'type': 'string', 'versions': '0+', 'default': 'null'")) ->
      "the default of M.f is null, but not all its versions are nullable",
    message(field("f", "'type': 'bytes', 'versions': '0+', 'default': '61'")) ->
      "the default of M.f is '61', but it can be empty or null only",
    message(field("f", "'type': '[]int8', 'versions': '0+', 'default': '[]'")) ->
      "the default of M.f is '[]', but it can be empty or null only"
  )

  for (((text, said), number) <- refused.zipWithIndex)
    test(s"refused, ${number + 1}: $said, in $text") {
      val message = intercept[BadKafkaLayout](parse(text)).getMessage
      assert(message.startsWith(said))
    }

  test("structs that contain one another, and too many or too deep ones, are refused") {
    def common(name: String, types: String*): String =
      s"{'name': '$name', 'versions': '0+', 'fields': [${types.zipWithIndex.map {
          case (of, at) => field(s"f$at", s"'type': '$of', 'versions': '0+'")
        }.mkString(",")}]}"
    def refusal(structs: Seq[String]): String = intercept[BadKafkaLayout](
      parse(
        message(
          field("f", "'type': 'C0', 'versions': '0+'"),
          structs.mkString(", 'commonStructs': [", ",", "]"))))
      .getMessage
    assert(refusal(Seq(common("C0", "C1"), common("C1", "C2"), common("C2", "C0"))) ===
      "the struct C0 contains itself")
    // Each struct contains the next one twice, which makes 2^40 fields.
    val doubling =
      (0 until 40).map(n => common(s"C$n", s"C${n + 1}", s"C${n + 1}")) :+ common("C40")
    assert(refusal(doubling) === "the message has more than 20000 fields")
    val deep = (0 until 101).map(n => common(s"C$n", s"C${n + 1}")) :+ common("C101")
    assert(refusal(deep) === "structs are nested deeper than 100")
    assert(refusal(deep :+ common("C9999", "C0")) === "structs are nested deeper than 100")
  }
}
