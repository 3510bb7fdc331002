package sparkwire.wire.avro

import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.ReaderChecks
import sparkwire.wire.avro.ContainerReaderSuite._
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.avro.schemas.AvroSchemas
import sparkwire.wire.core.{Kind, Reason, Root}

import com.sun.management.{ThreadMXBean => AllocationBean}
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Schemas that come with data, written by an attacker. */
class DataSchemaSuite extends AnyFunSuite with ReaderChecks {
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[AllocationBean]

  private object TypeName extends AvroSchemas.TypeName {
    def nameOf(kind: Kind): String = kind match {
      case Kind.Struct(shape) =>
        shape.results.map(field => s"${field.name}: ${nameOf(field.kind)}").mkString("<", ", ", ">")
      case Kind.Sequence(element) => s"[${nameOf(element)}]"
      case other => other.toString
    }
  }
  private val fingerprint = AvroSchemas.Fingerprint("MD5")

  private def wordOf(root: Root, bytes: Array[Byte]): Option[String] =
    walk(root, bytes).left.toOption.map(_.word)

  /** The functions that read a schema from their input, and the bytes for a schema. */
  private def readings(schema: String): Seq[(Root, Array[Byte])] = Seq(
    OneContainer(None) -> header(schema), OneContainer(Some("\"int\"")) -> header(schema),
    fingerprint -> schema.getBytes(UTF_8))

  private def isTooLarge(schema: String): Assertion = {
    for ((root, bytes) <- readings(schema)) {
      assert(wordOf(root, bytes) === Some("schema-too-large"))
      assert(faultOf(root, bytes).map(_.reason.word) === Some("schema-too-large"))
    }
    succeed
  }

  private def isRead(schema: String): Assertion = {
    for ((root, bytes) <- readings(schema)) assert(wordOf(root, bytes) === None)
    succeed
  }

  private def allocated(body: => Unit): Long = {
    val thread = Thread.currentThread.getId
    val before = threads.getThreadAllocatedBytes(thread)
    body
    threads.getThreadAllocatedBytes(thread) - before
  }

  /** Asserts that twice the input costs little more than twice the memory. */
  private def growsLikeItsSize(root: Root, n: Int)(bytes: Int => Array[Byte]): Assertion = {
    def cost(size: Int): Long = {
      val value = bytes(size)
      allocated { val _ = walk(root, value) }
    }
    cost(n)
    val costs = Seq(n, 2 * n, 4 * n).map(cost)
    assert(costs(1) < 2.6 * costs.head && costs(2) < 2.6 * costs(1), s"$costs")
  }

  private def record(name: String, fields: Seq[String]): String =
    s"""{"type":"record","name":"$name","fields":[${fields.mkString(",")}]}"""
  private def field(name: String, kind: String): String = s"""{"name":"$name","type":$kind}"""

  // Equal for hash functions that multiply by 33.
  private def colliding(count: Int): Seq[String] = (0 until count).map { number =>
    (0 until 12).map(bit => if ((number >> bit & 1) == 0) "AB" else "B!").mkString
  }

  test("attributes with equal hashes are ignored like any others, in every later schema, too") {
    val names = colliding(2000)
    val attributes = names.map(name => s""""$name":1""").mkString(",")
    isRead(s"""{"type":"int",$attributes}""")
    isRead(
      record("R", names.map(name => s"""{"name":"f$name","type":"int","$name":{"$name":1}}""")))
    for (name <- names) isRead(s"""{"type":"int","$name":1}""")
    succeed
  }

  test("aliases with equal hashes cost no more than others") {
    val aliases = colliding(4096).map(name => s""""$name"""").mkString(",")
    isRead(s"""{"type":"record","name":"R","fields":[],"aliases":[$aliases]}""")
    val fault = faultOf(OneContainer(None),
      header(
        """{"type":"record","name":"R","fields":[],"aliases":[1]}"""))
    assert(fault.map(_.reason.word) === Some("bad-schema"))
    assert(fault.get.message.contains("alias not a string"))
  }

  test("an enum that is used many times has its symbols once") {
    def schema(n: Int): String = {
      val e =
        s"""{"type":"enum","name":"E","symbols":[${(0 until n).map(i => s""""s$i"""").mkString(",")}]}"""
      record("R", field("e", e) +: (0 until n).map(i => field(s"f$i", "\"E\"")))
    }
    growsLikeItsSize(OneContainer(None), 400)(n => header(schema(n)))
    growsLikeItsSize(fingerprint, 400)(n => schema(n).getBytes(UTF_8))
    isRead(schema(4000))
    val reader = Some(
      record("R",
        (0 until 1000).map(i =>
          field(s"f$i",
            if (i == 0) """{"type":"enum","name":"E","symbols":["s1"],"default":"s1"}"""
            else "\"E\""))))
    assert(wordOf(OneContainer(reader), header(schema(1000))) === None)
    assert(wordOf(OneContainer(reader), header(schema(4000))) === Some("schema-too-large"))
  }

  test("a long namespace counts for each type that has it, and for each use of one") {
    val space = "n" * 10000
    val types = (0 until 500).map(i => s"""{"type":"fixed","size":1,"name":"F$i"}""")
    isTooLarge(
      s"""{"type":"record","name":"R","namespace":"$space","fields":[${field(
          "u", types.mkString("[", ",", "]"))}]}""")
    val uses = (0 until 500).map(i => field(s"f$i", "\"L\""))
    val long = s"""{"type":"fixed","size":1,"name":"L","namespace":"$space"}"""
    isTooLarge(record("R", field("l", long) +: uses.map(_.replace("\"L\"", s""""$space.L""""))))
  }

  test("a column type is charged for the names of all its fields") {
    val part = record("P", Seq(field("x" * 100000, "\"int\"")))
    val schema = record("R", field("p", part) +: (0 until 300).map(i => field(s"f$i", "\"P\"")))
    assert(walk(TypeName, schema.getBytes(UTF_8)) === Left(Reason.TooLarge))
    val less = record("R", field("p", part) +: (0 until 10).map(i => field(s"f$i", "\"P\"")))
    assert(walk(TypeName, less.getBytes(UTF_8)).isRight)
  }

  test("the path of a field is made only for a message") {
    growsLikeItsSize(TypeName, 1000) { n =>
      val inner = record("I", (0 until n / 20).map(i => field(s"f$i", "\"int\"")))
      record("R", Seq(field("x" * n, inner))).getBytes(UTF_8)
    }
  }

  test("types that consist of all earlier ones are parsed in linear time") {
    def schema(n: Int): String = (0 until n).map { i =>
      record(s"R$i", Seq(field("f", if (i == 0) "\"int\"" else s""""R${i - 1}"""")))
    }.mkString("[", ",", "]")
    growsLikeItsSize(fingerprint, 500)(n => schema(n).getBytes(UTF_8))
    isRead(schema(3000))
  }

  test("types that are used before they are defined are found, in schemas of a limited size") {
    def schema(n: Int): String = record(
      "R",
      Seq(
        field("a", "\"Last\""),
        field("b", (0 until n).map(i => record(s"R$i", Nil)).mkString("[", ",", "]")),
        field("c", record("Last", Seq(field("x", "\"int\"")))))
    )
    isRead(schema(1000))
    isTooLarge(schema(3000))
    assert(wordOf(fingerprint, "\"Unknown\"".getBytes(UTF_8)) === Some("bad-schema"))
  }

  test("a schema has at most 2 MiB and 100000 types") {
    isTooLarge(s""""int"${" " * (2 << 20)}""")
    isTooLarge(
      record("R", (0 until 100000).map(i => field(s"$i", "\"int\""))).replace(
        ",\"type\"", ",\"type\""))
    isTooLarge("[" + "[]," * 100000 + "[]]")
    isRead(record("R", (0 until 20000).map(i => field(s"f$i", "[\"null\",\"string\"]"))))
  }

  test("unions of many types are built in linear time, with or without names") {
    def schema(n: Int): String =
      (0 until n).map(i => s"""{"type":"fixed","size":1,"name":"F$i"}""").mkString("[", ",", "]")
    growsLikeItsSize(OneContainer(None), 1000)(n => header(schema(n)))
    growsLikeItsSize(TypeName, 1000)(n => schema(n).getBytes(UTF_8))
  }

  test("text after a schema, a comment in it, or no schema at all are judged as by Avro") {
    for ((schema, word) <- Seq(
        "\"int\" x" -> Some("bad-schema"), "\"int\" 1" -> Some("bad-schema"),
        "" -> Some("bad-schema"),
        " " -> Some("bad-schema"), "/* c */ \"int\" " -> None, "{" -> Some("bad-schema"),
        "null" -> Some("bad-schema"), "1" -> Some("bad-schema"), "[]" -> None,
        """{"type":"enum","name":"E","symbols":["A"],"default":"B"}""" -> Some("bad-schema"),
        """{"type":"enum","name":"E","symbols":[1]}""" -> Some("bad-schema"),
        """{"type":"fixed","name":"F","size":1.5}""" -> Some("bad-schema"),
        """{"type":"fixed","name":"F","size":1}""" -> None,
        """{"type":"int","type":"string"}""" -> None,
        """{"type":["null","int"]}""" -> Some("bad-schema"),
        """{"type":"record","name":"...","fields":[]}""" -> Some("bad-schema")))
      assert(wordOf(fingerprint, schema.getBytes(UTF_8)) === word, schema)
    succeed
  }
}
