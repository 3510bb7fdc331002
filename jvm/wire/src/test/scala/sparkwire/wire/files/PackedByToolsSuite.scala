package sparkwire.wire.files

import java.io.ByteArrayInputStream
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.Base64

import scala.jdk.CollectionConverters._
import scala.util.Using

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

/** What the usual tools pack, in every setting that changes the form of a file. `tests/packed/make.py` has
  * made the lines.
  */
class PackedByToolsSuite extends AnyFunSuite {
  private val forms = Seq(PackedForm.Gzip, PackedForm.Zstd, PackedForm.Lz4, PackedForm.Bzip2,
    PackedForm.Xz, PackedForm.Snappy).map(form => form.name -> form).toMap
  private val lines: Seq[JsonNode] = {
    val json = new ObjectMapper
    Files.readAllLines(Path.of("tests/packed/tools.jsonl")).asScala.map(json.readTree(_)).toSeq
  }

  private def bytes(line: JsonNode): Array[Byte] =
    Base64.getDecoder.decode(line.path("packed").textValue)

  private def unpack(form: String, bytes: Array[Byte]): Array[Byte] =
    Using.resource(forms(form).unpack(new ByteArrayInputStream(bytes)))(_.readAllBytes())

  for (line <- lines) test(s"${line.path("form").textValue}: ${line.path("made").textValue}") {
    val content = unpack(line.path("form").textValue, bytes(line))
    assert(content.length === line.path("size").intValue)
    val digest = MessageDigest.getInstance("SHA-256").digest(content)
    assert(digest.map("%02x".format(_)).mkString === line.path("sha256").textValue)
  }

  test("every form has lines, and their end is missed if it is cut off") {
    assert(lines.map(_.path("form").textValue).toSet === forms.keySet)
    for (line <- lines) withClue(line.path("made").textValue) {
      intercept[PackedException](unpack(line.path("form").textValue, bytes(line).dropRight(1)))
    }
  }

  test("a frame of lz4 that needs a dictionary is refused by this name") {
    val frame = Array(0x04, 0x22, 0x4d, 0x18, 0x61, 0x40, 1, 0, 0, 0, 0).map(_.toByte)
    assert(intercept[PackedException](unpack("lz4", frame)).getMessage ===
      "a frame needs a dictionary, which the file does not have")
  }
}
