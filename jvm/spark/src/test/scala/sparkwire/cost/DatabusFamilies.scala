package sparkwire.cost

import java.util.HexFormat

import sparkwire.cost.AvroFamilies.{collidingName, ofSize, schemaTexts}
import sparkwire.wire.databus.Checksums

/** Events of Databus, their JSON lines, and the schemas that they refer to. */
object DatabusFamilies {
  private val event = HexFormat.of.parseHex(
    "008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabb" +
      "ccddeefff032519b000000000000303968656c6c6f")

  private def events(name: String, attacks: String)(bytes: Int => Array[Byte]): Seq[CostFamily] =
    Seq("databus_decode", "databus_decode_all", "databus_to_json", "databus_checksum").map(
      function =>
        CostFamily(s"${function.replace('_', '-')}-$name", attacks, function)(size =>
          Seq(bytes(size))))

  private def resynced(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    CostFamily(s"databus-resync-$name", attacks, "databus_decode_all")(size =>
      Seq(bytes(size), Map("resync" -> "true")))

  /** An event whose header is right, says that its body has so many bytes, and is wrong about them. */
  private def head(left: Int): Array[Byte] = {
    val bytes = event.take(61)
    val buffer = java.nio.ByteBuffer.wrap(bytes)
    buffer.putInt(5, left)
    buffer.putInt(1, new Checksums().databusCrc(bytes, 5, 61))
    bytes
  }

  private def line(name: String, attacks: String)(text: Int => String): CostFamily =
    CostFamily(s"databus-line-$name", attacks, "databus_decode_json")(size =>
      Seq(CostFamily.Text(text(size))))

  private def schema(name: String, attacks: String)(text: Int => String): CostFamily =
    CostFamily(s"databus-schema-$name", attacks, "databus_schema_id")(size =>
      Seq(CostFamily.Text(text(size))))

  private def listed(parts: Seq[String]): String = parts.mkString("[", ",", "]")
  private def members(parts: Seq[String]): String = parts.mkString("{", ",", "}")
  private def fixed(name: String): String = s"""{"type":"fixed","name":"$name","size":1}"""

  val all: Seq[CostFamily] = Seq(
    events("many", "As many events as fit.")(size => ofSize(size, _ => event)),
    events("cut", "As many events as fit, and one that is cut.")(size =>
      ofSize(size, _ => event) ++ event.take(40)),
    events("zeros", "Zeros.")(size => new Array[Byte](size)),
    events("heads", "As many first bytes of events as fit.")(size =>
      ofSize(size, _ => event.take(9))),
    events("long", "One event that says it is as long as the input.") { size =>
      val bytes = event ++ new Array[Byte](size)
      java.nio.ByteBuffer.wrap(bytes).putInt(5, bytes.length)
      bytes
    },
    Seq(
      resynced("gaps", "As many events as fit, with a byte between them.")(size =>
        ofSize(size, _ => event :+ 9.toByte)),
      resynced("heads", "Events that claim the rest of the input.")(size =>
        ofSize(size, number => head(math.max(61, size - 61 * number)))),
      resynced("versions", "Versions and lengths that may begin an event anywhere.")(size =>
        Array.fill(size / 4)(Array[Byte](0, 0, 0, 99)).flatten),
      line("unknown-fields", "As many unknown fields as fit.")(size =>
        members(schemaTexts(size)(number => s""""f$number":1"""))),
      line("known-fields", "As many fields as fit, all of one name.")(size =>
        members(schemaTexts(size)(_ => "\"sequence\":1"))),
      line("escaped-names", "Names that are escaped.")(size =>
        members(schemaTexts(size)(number => s""""\\u0061$number":1"""))),
      line("levels", "Values that are nested too deep.")(size => "{\"a\":" + "[" * size),
      line("levels-in-fields", "Values that are nested as deep as they may be.")(size =>
        members(schemaTexts(size)(number => s""""$number":${"[" * 400}${"]" * 400}"""))),
      line("long-number", "One long number.")(size => s"""{"sequence":${"1" * size}}"""),
      line("long-base64", "One long text in base64, with spaces.")(size =>
        s"""{"timestampInNanos":1,"sequence":1,"valueEnc":"JSON","endOfPeriod":true,"value":"${" A" * (size / 2)}"}"""),
      line("spaces", "Spaces.")(size => s"""{${" " * size}"sequence":1}"""),
      schema("branches", "A union of as many types as fit.")(size =>
        listed(schemaTexts(size)(number => fixed(s"F$number")))),
      schema("names-with-equal-hashes", "The tables of names.")(size =>
        listed(schemaTexts(size)(number => fixed(collidingName(number))))),
      schema("aliases-with-equal-hashes", "The sets of aliases.")(size =>
        s"""{"type":"fixed","name":"F","size":1,"aliases":${listed(
            schemaTexts(size)(number => s""""${collidingName(number)}""""))}}"""),
      schema("attributes-with-equal-hashes", "The tables of attributes.")(size =>
        s"""{"type":"fixed","name":"F","size":1,${schemaTexts(size)(number =>
            s""""${collidingName(number)}":"a"""").mkString(",")}}"""),
      schema("symbols-with-equal-hashes", "The set of symbols.")(size =>
        s"""{"type":"enum","name":"E","symbols":${listed(
            schemaTexts(size)(number => s""""${collidingName(number)}""""))}}"""),
      schema("namespace", "A long namespace of many types.")(size =>
        s"""{"type":"record","name":"a.R","fields":[{"name":"f","type":{"type":"record",
           "name":"${"n" * (size / 2)}.I","fields":[{"name":"u","type":${listed(
            schemaTexts(size / 2)(number => fixed(s"F$number")))}}]}}]}"""),
      schema("uses", "Uses of a type with a long name.")(size =>
        listed(fixed(s"n.${"f" * (size / 2)}") +: schemaTexts(size / 2)(_ =>
          """{"type":"array","items":"F"}"""))),
      schema("two-namespaces", "Uses of a type whose long namespace is in the text twice.") {
        size =>
          val space = "n" * (size / 3)
          val uses = schemaTexts(size / 3)(_ => """{"name":"","type":"F"}""")
          s"""[{"type":"fixed","name":"F","namespace":"$space","size":1},
          {"type":"record","name":"R","namespace":"$space","fields":${listed(uses)}}]"""
      },
      schema("defaults", "Defaults of numbers, in lists.")(size =>
        s"""{"type":"record","name":"R","fields":[{"name":"f","type":"int","default":${listed(
            schemaTexts(size)(_ => "1.5e10"))}}]}"""),
      schema("long-default", "One long number.")(size =>
        s"""{"type":"record","name":"R","fields":[{"name":"f","type":"int","default":1.${"1" * size}}]}"""),
      schema("brackets", "JSON that is nested too deep.")(size => "[" * size),
      schema("comments", "A text of comments.")(size =>
        schemaTexts(size)(_ => "/**/").mkString + "\"int\"")
    )
  ).flatten
}
