package sparkwire.wire.layouts

import sparkwire.wire.{ReaderChecks, Vectors, WriterChecks}
import sparkwire.wire.layouts.writing.WrittenLayout

import org.scalatest.funsuite.AnyFunSuite

/** Writes the values that have been read from the vectors, byte for byte as Kaitai's own writers.
  */
class LayoutWriterSuite extends AnyFunSuite with ReaderChecks with WriterChecks {
  for {
    file <- Seq("rules", "realistic", "random", "by-hand")
    line <- LayoutVectors.read(file)
    if line.field("writes").exists(_.asBoolean)
    // The lines 2 and 3 of this layout are the same value in two forms; ours is the form in line 2.
    if line.name != "eos with terminator and padding 3"
  } test(s"layouts/$file: ${line.name}") {
    val root = line.root
    val value = walk(root, line.line.bytes, line.options).toOption.get
    val found = written(WrittenLayout(root), value, line.options)
    assert(found.map(Vectors.hex) === Right(Vectors.hex(line.line.bytes)))
  }
}
