package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Kind, Options, Root}
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Messages by their definitions. */
class MessageReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private val filled = Options(Map("absent" -> "default"))

  private def read(root: Root, bytes: Array[Byte], options: Options = Options.none): Either[String,
    Tree] = walk(root, bytes, options).left.map(_.word).map(Views.plain)

  private def check(line: Line): Assertion = {
    val layout = Views.definition(line.json.get("args").get("definition").asText)
    val version = line.json.get("args").get("version").asInt
    val root =
      if (layout.isValid(version)) OneMessage(layout, VersionSource.Constant(version))
      else Beside(OneMessage(layout, VersionSource.Beside), Integer.valueOf(version))
    tiles(root)(line.bytes)
    line.fails match {
      case Some(word) =>
        assert(Views.isNear(word, read(root, line.bytes).left.toOption.get))
        assert(read(root, line.bytes, filled).isLeft)
      case None =>
        val full = Views.value(line.view.get("full"))
        val tags = Views.value(line.view.get("unknown_tags"))
        val all = read(root, line.bytes, filled).toOption.get
        // Our tree lacks the fields that no valid version has.
        assert(Views.without(all, Views.unknownTags) === onlyOurs(full, root.kind))
        assert(all.at(Views.unknownTags) === tags)
        val ours = read(root, line.bytes).toOption.get
        assert(ours.at(Views.unknownTags) === tags)
        assert(Views.isWithin(Views.value(line.view.get("message")), ours))
        assert(Views.isWithin(Views.without(ours, Views.unknownTags), full))
        assert(dissect(root, line.bytes).tiles.forall(_.kind != "gap"))
        prunedIsUnpruned(root)(line.bytes)
    }
  }

  /** Removes the fields that no valid version has. */
  private def onlyOurs(tree: Tree, kind: Kind): Tree = (tree, kind) match {
    case (Struct(fields), Kind.Struct(shape)) =>
      Struct(
        shape.results.flatMap { field =>
          fields.get(field.name).map(value => field.name -> onlyOurs(value, field.kind))
        }.toMap)
    case (Items(items), Kind.Sequence(element)) => Items(items.map(onlyOurs(_, element)))
    case _ => tree
  }

  Seq("messages" -> 646, "custom" -> 44, "tagged" -> 57).foreach { case (file, inAll) =>
    eachLine("kafka", file, inAll)(check)
  }

  private def written(text: String): KafkaLayout.Message =
    KafkaLayout.Message(WrittenDefinitions.quoted(text), isName = false)

  test("the tag of a field is refused at the versions that do not have it, be it at all of them") {
    for ((versions, valid) <- Seq("1+" -> "0-1", "2+" -> "0-1")) {
      val layout = written(
        s"""{'type': 'data', 'name': 'M', 'validVersions': '$valid', 'flexibleVersions': '0+',
        'fields': [{'name': 'A', 'type': 'int8', 'versions': '0+'},
          {'name': 'B', 'type': 'int8', 'versions': '$versions', 'tag': 7, 'taggedVersions': '$versions'}]}""")
      val root = OneMessage(layout, VersionSource.Constant(0))
      assert(faultOf(root, Vectors.bytes("0501070103")).map(fault =>
        (fault.reason.word, fault.offset)) === Some(("tag-not-valid-for-version", 2)))
      assert(walk(root, Vectors.bytes("0501080103")).isRight)
    }
  }

  test("a definition of ApiVersionsResponse may have no version 0") {
    val layout = written(
      """{'type': 'response', 'name': 'ApiVersionsResponse', 'apiKey': 18, 'validVersions': '3-4',
      'flexibleVersions': '3+', 'fields': [{'name': 'A', 'type': 'int16', 'versions': '3+'}]}""")
    val root = OneMessage(layout, VersionSource.Constant(3))
    assert(read(root, Vectors.bytes("000000")).map(_.at("a")) === Right(Whole(0)))
    assert(read(root, Vectors.bytes("0000")) === Left("truncated-varint"))
  }

  test("kafka: each file of vectors is read by some suite") {
    assert(Vectors.files("kafka") === Set("messages", "custom", "tagged", "types", "interleaved",
      "wire", "internal_topics", "records"))
  }
}
