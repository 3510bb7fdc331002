package sparkwire.wire.kafka

import sparkwire.wire.kafka.WrittenDefinitions._
import sparkwire.wire.kafka.definitions.{MessageDefinition, OlderVersions, Versions}

import org.scalatest.funsuite.AnyFunSuite

/** How the versions of an older definition join the versions of the newest. */
class OlderVersionsSuite extends AnyFunSuite {
  private def definition(name: String, valid: String, fields: String*): MessageDefinition = parse(
    s"{'name': '$name', 'type': 'data', 'validVersions': '$valid', 'flexibleVersions': '4+', " +
      s"'fields': [${fields.mkString(", ")}]}")
  private def int8(name: String, versions: String, more: String = ""): String =
    field(name, s"'type': 'int8', 'versions': '$versions'$more")
  private def text(name: String, versions: String, more: String = ""): String =
    field(name, s"'type': 'string', 'versions': '$versions'$more")
  private def fieldsOf(message: MessageDefinition): Seq[(String, String)] =
    message.struct.fields.map(one => one.name -> one.versions.toString)

  private def added(newest: Seq[String], older: Seq[String]): MessageDefinition =
    OlderVersions.added(definition("M", "2-5", newest: _*), definition("M", "0-3", older: _*))

  test("a version is as the newest definition that has it says") {
    // Version 1 is the older definition's, versions 2 and 3 are the newest one's.
    val joined = added(
      Seq(int8("a", "0+"), int8("b", "4+"), text("c", "0+", ", 'nullableVersions': '2+'"),
        text("d", "2+", ", 'default': 'new'")),
      Seq(int8("a", "1+"), int8("b", "3+"), text("c", "0+", ", 'nullableVersions': '1-2'"),
        text("d", "3+", ", 'default': 'old'")))
    assert(joined.validVersions === Versions(0, 5))
    assert(joined.struct.versions === Versions(0, 5))
    assert(joined.flexibleVersions.toString === "4+")
    assert(fieldsOf(joined) === Seq("a" -> "1+", "b" -> "4+", "c" -> "0+", "d" -> "2+"))
    assert(joined.struct.fields(2).nullable.toString === "1+")
    // A field that only the newest has is not in the versions of the older one.
    assert(fieldsOf(added(Seq(int8("a", "0+"), int8("b", "0+")), Seq(int8("a", "0+")))) ===
      Seq("a" -> "0+", "b" -> "2+"))
  }

  test("what is not one range is refused, and what is two things") {
    def refusal(newest: String, older: String): String =
      intercept[BadKafkaLayout](added(Seq(newest), Seq(older))).getMessage
    assert(refusal(int8("a", "4+"), int8("a", "0+")) ===
      "M.a has the versions 0-1 and 4+, which are not one range")
    assert(refusal(int8("a", "0+"), text("a", "0+")) === "M.a is a int8 and a string")
    assert(refusal(int8("a", "0+"), field("a", "'type': '[]int8', 'versions': '0+'")) ===
      "M.a is a int8 and a []int8")
    val far = definition("M", "4-5", int8("a", "0+"))
    assert(
      intercept[BadKafkaLayout](OlderVersions.added(far, definition("M", "0-1", int8("a", "0+"))))
        .getMessage === "M has the versions 0-1 and 4-5, which are not one range")
    def tagged(name: String, tag: Int): String =
      int8(name, "4+", s", 'taggedVersions': '4+', 'tag': $tag")
    val five = definition("M", "5", tagged("a", 0))
    def withTag(name: String, tag: Int): MessageDefinition =
      OlderVersions.added(five, definition("M", "3-4", tagged(name, tag)))
    assert(intercept[BadKafkaLayout](withTag("a", 1)).getMessage === "M.a has the tags 0 and 1")
    assert(intercept[BadKafkaLayout](withTag("b", 0)).getMessage === "M has two fields with tag 0")
    assert(fieldsOf(withTag("b", 1)) === Seq("b" -> "4", "a" -> "5+"))
  }

  test("a field of the older definition alone stands where it stands there") {
    val joined = added(Seq(int8("a", "0+"), int8("b", "0+"), int8("x", "5+")),
      Seq(int8("o", "0"), int8("a", "0+"), int8("p", "0-1"), int8("q", "0+"), int8("b", "0+"),
        int8("r", "0"), int8("late", "2+")))
    // It has the versions that are taken from there; one without any is not a field.
    assert(fieldsOf(joined) === Seq("o" -> "0", "a" -> "0+", "p" -> "0-1", "q" -> "0-1",
      "b" -> "0+", "r" -> "0", "x" -> "5+"))
  }

  test("the fields of structs join, too, and names, types and defaults are the newest") {
    def struct(name: String, fields: String*): String = field("s",
      s"'type': '[]$name', 'versions': '0+', 'fields': [${fields.mkString(", ")}]")
    val joined = added(Seq(struct("New", int8("a", "0+", ", 'default': '7'"))),
      Seq(struct("Old", int8("a", "0+"), int8("b", "1"))))
    val found = joined.struct.fields.head
    assert((found.typeName, found.struct.name) === (("[]New", "New")))
    assert(found.struct.fields.map(one => one.name -> one.versions.toString) ===
      Seq("a" -> "0+", "b" -> "1"))
    assert(found.struct.fields.head.default.toString === "Whole(7)")
  }

  test("of a removed message all versions are those of the older definition") {
    val none = definition("M", "none")
    val joined = OlderVersions.added(none, definition("M", "0-3", int8("a", "0+")))
    assert(joined.validVersions === Versions(0, 3) && !joined.isRemoved)
    assert(fieldsOf(joined) === Seq("a" -> "0+"))
    assert(OlderVersions.taken(none.validVersions, Versions(0, 3)) === Versions(0, 3))
    assert(OlderVersions.taken(Versions(2, 5), Versions(0, 3)) === Versions(0, 1))
    assert(OlderVersions.taken(Versions(0, 5), Versions(0, 3)).isEmpty)
  }
}
