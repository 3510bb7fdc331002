package sparkwire.wire.databus

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import sparkwire.wire._

/** The vectors of Databus, and what our readers make of bytes, in a form that compares. */
object JsonLines {
  private val mapper = new ObjectMapper

  def parse(text: String): JsonNode = mapper.readTree(text)

  def of(file: String): Seq[JsonNode] =
    Files.readAllLines(Path.of("tests/vectors/databus", file)).asScala.filter(_.nonEmpty).map(parse).toSeq

  def hex(text: String): Array[Byte] =
    text.filterNot(_.isWhitespace).grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  def toHex(bytes: Array[Byte]): String = bytes.map(byte => f"${byte & 0xff}%02x").mkString

  /** What a root makes of bytes: fields by name (bytes as hex), or the fault. */
  def read(root: Root, bytes: Array[Byte], options: Map[String, String] = Map.empty): Either[Fault, Any] = {
    val asked = Options(options)
    val cursor = new Cursor
    val sink = new Collected
    try {
      root.newReader(asked).read(cursor.wrap(bytes), sink)
      Right(sink.result)
    } catch {
      case malformed: Malformed =>
        val explainer = root.explainer.newReader(asked)
        Left(
          if (root.explainer eq root) Trace.fault(explainer, cursor, bytes, new Collected, asked).get
          else Trace.faultBy(explainer, cursor, bytes, malformed.reason))
    }
  }

  def fields(root: Root, bytes: Array[Byte], options: Map[String, String] = Map.empty): Map[String, Any] =
    read(root, bytes, options) match {
      case Right(fields: Map[_, _]) => fields.asInstanceOf[Map[String, Any]]
      case other => throw new AssertionError(other)
    }
}

/** Wants everything and keeps it. What is not given is not there. */
final class Collected extends DeafSink {
  private var open = List.empty[(Shape, Map[String, Any], String)]
  private var place = ""
  private var whole: Any = _

  def result: Any = whole

  override def beginStruct(shape: Shape): Boolean = {
    open = (shape, Map.empty[String, Any], place) :: open
    true
  }

  override def wanted(field: Int): Boolean = {
    place = if (open.head._1.fields(field).isFrame) "" else open.head._1.fields(field).name
    true
  }

  override def derives(field: Int): Boolean = wanted(field)

  override def endStruct(): Unit = {
    val (_, fields, outer) = open.head
    open = open.tail
    place = outer
    give(fields)
  }

  private def give(found: Any): Unit = open match {
    case Nil => whole = found
    case _ if place.isEmpty => ()
    case (_, fields, _) :: _ if fields.contains(place) => throw new AssertionError(s"$place was given twice")
    case (shape, fields, outer) :: rest => open = (shape, fields + (place -> found), outer) :: rest
  }

  override def bool(value: Boolean): Unit = give(value)
  override def int(value: Long): Unit = give(value)
  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = give(new String(bytes, from, until - from, "UTF-8"))
  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = give(JsonLines.toHex(bytes.slice(from, until)))
  override def timestamp(micros: Long): Unit = give(micros)
}
