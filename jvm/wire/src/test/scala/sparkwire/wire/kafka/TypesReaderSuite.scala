package sparkwire.wire.kafka

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.OneKafkaValue
import sparkwire.wire.kafka.tags.TagSection

import org.scalatest.funsuite.AnyFunSuite

/** Types alone and in lists, and tag sections. */
class TypesReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private def root(layout: String): Root = OneKafkaValue(KafkaLayout.Types(layout))

  private def read(root: Root, bytes: Array[Byte], options: Options = Options.none): Either[String,
    Tree] = walk(root, bytes, options).left.map(_.word).map(Views.plain)

  /** Returns the unknown tags of all structs, in the form of our reader: one list, with paths. */
  private def tags(tree: Tree, path: String): Vector[Tree] = tree match {
    case Struct(fields) =>
      fields.toVector.flatMap { case (name, value) =>
        if (name == Views.unknownTags) value.asInstanceOf[Items].items.map {
          case Struct(tag) => Struct(tag + ("path" -> Text(path)))
          case other => other
        }
        else tags(value, if (path.isEmpty) name else s"$path.$name")
      }
    case Items(items) =>
      items.zipWithIndex.flatMap { case (item, at) => tags(item, s"$path[$at]") }
    case _ => Vector.empty
  }

  private def known(tree: Tree): Tree = tree match {
    case Struct(fields) => Struct(
        fields.removed(Views.unknownTags).map { case (name, value) => name -> known(value) })
    case Items(items) => Items(items.map(known))
    case other => other
  }

  eachLine("kafka", "types", 302) { line =>
    val args = line.json.get("args")
    val layout =
      if (args.has("type")) VectorLayouts.of(args.get("type"))
      else VectorLayouts.listOf(args.get("schema"))
    tiles(root(layout))(line.bytes)
    line.fails match {
      case Some(word) =>
        assert(read(root(layout), line.bytes).left.toOption.exists(Views.isNear(word, _)))
      case None =>
        val ours = read(root(layout), line.bytes).toOption.get
        val view = Views.value(line.view.get("value"))
        if (args.has("type")) assert(ours === view)
        else {
          assert(Views.without(ours, Views.unknownTags) === known(view))
          assert(
            ours.at(Views.unknownTags).asInstanceOf[Items].items.toSet === tags(view, "").toSet)
        }
        everyCutIsValueOrFault(root(layout))(line.bytes.take(200))
    }
  }

  private val interleaved = Options(Map("tagHeader" -> "interleaved"))

  eachLine("kafka", "interleaved", 34) { line =>
    tiles(TagSection, interleaved)(line.bytes)
    line.fails match {
      case Some(word) => assert(read(TagSection, line.bytes, interleaved) === Left(word))
      case None =>
        val fields = line.view.get("fields").asScala.map { field =>
          struct("tag" -> Views.value(field.get("tag")), "data" -> Views.value(field.get("data")))
        }
        assert(read(TagSection, line.bytes, interleaved) === Right(Items(fields.toVector)))
        // In a list of types all of these tags are unknown.
        val listed = read(root("TAGGED_FIELDS()"), line.bytes, interleaved).toOption.get
        assert(
          listed.at(Views.unknownTags).asInstanceOf[Items].items.map(Views.without(_, "path")) ===
            fields.toVector)
    }
  }
}
