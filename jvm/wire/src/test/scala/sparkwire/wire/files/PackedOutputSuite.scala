package sparkwire.wire.files

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}

import scala.util.Random

import org.scalatest.funsuite.AnyFunSuite

/** What is compressed for files is unpacked by the streams that read them. */
class PackedOutputSuite extends AnyFunSuite {
  private val forms = Seq(PackedForm.Gzip, PackedForm.Zstd, PackedForm.Lz4, PackedForm.Bzip2)

  private def packed(form: PackedForm, values: Seq[Array[Byte]]): Array[Byte] = {
    val file = new ByteArrayOutputStream
    val stream = PackedOutput.pack(form.name, file)
    values.foreach(stream.write(_))
    stream.close()
    file.toByteArray
  }

  private def unpacked(form: PackedForm, bytes: Array[Byte]): Array[Byte] =
    form.unpack(new ByteArrayInputStream(bytes)).readAllBytes()

  private def random(size: Int): Array[Byte] = {
    val bytes = new Array[Byte](size)
    new Random(size.toLong).nextBytes(bytes)
    bytes
  }

  test("a form for each name") {
    assert(PackedOutput.names === forms.map(_.name))
  }

  for (form <- forms) test(s"${form.name}: values of any size come back, and files end to end") {
    val values = Seq(0, 1, 100, 64 << 10, (256 << 10) + 1, 3 << 20).map(random) :+
      Array.fill(5 << 20)(7.toByte)
    val file = packed(form, values)
    assert(unpacked(form, file) === values.flatten.toArray)
    assert(unpacked(form, packed(form, Nil)).isEmpty)
    assert(unpacked(form, packed(form, values.take(3)) ++ packed(form, values.take(4))) ===
      (values.take(3) ++ values.take(4)).flatten.toArray)
  }

  for (form <- forms) test(s"${form.name}: a changed byte is found by the checksum") {
    val file = packed(form, Seq(random(1000)))
    val changed = file.updated(file.length / 2, (file(file.length / 2) ^ 1).toByte)
    assertThrows[PackedException](unpacked(form, changed))
  }
}
