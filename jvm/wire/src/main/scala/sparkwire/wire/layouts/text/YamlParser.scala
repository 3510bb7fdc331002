package sparkwire.wire.layouts.text

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import sparkwire.wire.layouts.BadLayout

import org.snakeyaml.engine.v2.api.LoadSettings
import org.snakeyaml.engine.v2.api.lowlevel.Parse
import org.snakeyaml.engine.v2.events._
import org.snakeyaml.engine.v2.exceptions.{MarkedYamlEngineException, YamlEngineException}

/** Reads a YAML document from the events of its parser, which do not recurse: a text of brackets
  * overflows no stack.
  */
private[layouts] object YamlParser {
  private final val MostLevels = 100
  private final val MostParts = 200000L
  private final val MostCharacters = 4 << 20

  def parse(text: String): Yaml = {
    if (text.length > MostCharacters)
      refuse(s"the text has ${text.length} characters, at most $MostCharacters are accepted")
    val settings = LoadSettings.builder().setCodePointLimit(MostCharacters).build()
    val found =
      try new Building().of(new Parse(settings).parseString(text).asScala)
      catch {
        case error: MarkedYamlEngineException =>
          val at = error.getProblemMark.map[String](mark =>
            s" in line ${mark.getLine + 1}, column ${mark.getColumn + 1}").orElse("")
          refuse(s"it is not YAML: ${error.getProblem}$at")
        case error: YamlEngineException => refuse(s"it is not YAML: ${error.getMessage}")
      }
    if (found.parts > MostParts) refuse(s"it has more than $MostParts parts")
    found
  }

  private def refuse(why: String): Nothing = throw new BadLayout("", why)

  /** A collection that has begun; for a map, `items` are keys and values in turn. */
  private final class Open(val isMap: Boolean, val anchor: Option[String]) {
    val items: mutable.ArrayBuffer[Yaml] = mutable.ArrayBuffer.empty[Yaml]
  }

  private final class Building {
    private val open = mutable.Stack.empty[Open]
    private val anchors = mutable.Map.empty[String, Yaml]
    private var document: Option[Yaml] = None

    def of(events: Iterable[Event]): Yaml = {
      events.foreach {
        case scalar: ScalarEvent =>
          val isText = scalar.getTag.filter(_ != "!").isPresent || !scalar.isPlain
          finish(Yaml.Scalar(scalar.getValue, !isText), nameOf(scalar))
        case start: SequenceStartEvent => begin(isMap = false, nameOf(start))
        case start: MappingStartEvent => begin(isMap = true, nameOf(start))
        case _: SequenceEndEvent =>
          val list = open.pop()
          finish(Yaml.Listing(list.items.toVector), list.anchor)
        case _: MappingEndEvent =>
          val map = open.pop()
          finish(mapping(map.items.toVector), map.anchor)
        case alias: AliasEvent =>
          val name = alias.getAlias.getValue
          finish(anchors.getOrElse(name, refuse(s"the alias *$name stands for nothing")), None)
        case _ => ()
      }
      document.getOrElse(refuse("the text is empty"))
    }

    private def nameOf(node: NodeEvent): Option[String] =
      if (node.getAnchor.isPresent) Some(node.getAnchor.get.getValue) else None

    private def begin(isMap: Boolean, anchor: Option[String]): Unit = {
      if (open.size >= MostLevels) refuse(s"it is nested deeper than $MostLevels levels")
      open.push(new Open(isMap, anchor))
    }

    private def mapping(items: Vector[Yaml]): Yaml.Mapping = {
      val entries = items.grouped(2).map {
        case Seq(key: Yaml.Scalar, value) => key -> value
        case other => refuse(s"${other.head.what} is the key of a map")
      }.toVector
      val names = entries.map(_._1.asText)
      names.diff(names.distinct).headOption.foreach(twice =>
        refuse(s"the key '$twice' occurs twice in one map"))
      Yaml.Mapping(entries)
    }

    private def finish(value: Yaml, anchor: Option[String]): Unit = {
      anchor.foreach(anchors(_) = value)
      if (open.nonEmpty) open.top.items += value
      else if (document.isEmpty) document = Some(value)
      else refuse("it has more than one document")
    }
  }
}
