package sparkwire.wire

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.HexFormat

import scala.jdk.CollectionConverters._
import scala.util.Using

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** One line of `tests/vectors/<format>/<file>.jsonl`. */
final case class Line(file: String, number: Int, json: JsonNode) {
  def name: String = text("name")
  def order: String = text("order")
  def bytes: Array[Byte] = Vectors.bytes(text("hex"))
  def view: JsonNode = json.get("view")

  /** The reason for which a strict reader refuses the line, if it does. */
  def fails: Option[String] = Option(json.get("fails")).map(_.asText)

  def text(field: String): String = {
    val found = json.get(field)
    if (found == null) throw new NoSuchElementException(s"$file:$number has no $field")
    found.asText
  }
}

/** The vectors that Scala and Python tests share. Tests run in the root of the repository. */
object Vectors {
  val folder: Path = Path.of("tests", "vectors")
  private val json = new ObjectMapper

  def read(format: String, file: String): Seq[Line] =
    lines(format, file).zipWithIndex.map { case (text, index) =>
      Line(s"$format/$file", index + 1, json.readTree(text))
    }

  private def lines(format: String, file: String): Seq[String] =
    Files.readAllLines(folder.resolve(format).resolve(s"$file.jsonl"), UTF_8).asScala.toSeq

  /** Returns the names of a format's files, without `.jsonl`. */
  def files(format: String): Set[String] =
    Using.resource(Files.list(folder.resolve(format))) { found =>
      found.iterator.asScala.map(_.getFileName.toString).filter(_.endsWith(".jsonl"))
        .map(_.stripSuffix(".jsonl")).toSet
    }

  /** Returns the bytes of all lines of a format that have `hex`, valid and malformed. */
  def bytesOf(format: String): Seq[Array[Byte]] =
    files(format).toSeq.sorted.flatMap(read(format, _)).map(_.json.get("hex"))
      .filter(hex => hex != null && hex.isTextual).map(hex => bytes(hex.asText))

  /** Parses hex digits, ignoring white space. */
  def bytes(hex: String): Array[Byte] = HexFormat.of.parseHex(hex.filterNot(_.isWhitespace))
  def hex(bytes: Array[Byte]): String = HexFormat.of.formatHex(bytes)
}

/** A suite in which each line of a file is a test with the name of the line; none is skipped. */
trait VectorTests { self: AnyFunSuite =>

  /** @param inAll
    *   the number of lines in the file, so that the loss of a vector is a failure too
    */
  def eachLine(format: String, file: String, inAll: Int)(check: Line => Assertion): Unit = {
    val lines = Vectors.read(format, file)
    lines.foreach(line => test(s"$format/$file: ${line.name}")(check(line)))
    test(s"$format/$file: all $inAll lines are tests") {
      assert(lines.length === inAll)
    }
  }
}
