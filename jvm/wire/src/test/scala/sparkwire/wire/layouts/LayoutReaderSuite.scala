package sparkwire.wire.layouts

import sparkwire.wire.ReaderChecks
import sparkwire.wire.layouts.reading.ManyLayouts

import org.scalatest.funsuite.AnyFunSuite

/** Reads the vectors: the results of Kaitai's own compiler and runtime for the same layouts and
  * bytes.
  */
class LayoutReaderSuite extends AnyFunSuite with ReaderChecks {
  private val lines =
    Seq("rules" -> 327, "realistic" -> 328, "options" -> 72, "random" -> 794, "by-hand" -> 12)

  for {
    (file, count) <- lines
    read = LayoutVectors.read(file)
  } {
    test(s"layouts/$file: all lines with bytes are tests") {
      assert(read.length === count)
    }
    read.foreach { line =>
      test(s"layouts/$file: ${line.name}") {
        val bytes = line.line.bytes
        val found = walk(line.root, bytes, line.options)
        if (line.reasons.isEmpty)
          found match {
            case Right(tree) =>
              assert(LayoutVectors.difference(tree, line.line.view) === None)
            case Left(reason) =>
              fail(s"refused: $reason, ${faultOf(line.root, bytes, line.options)}")
          }
        else {
          assert(found.isLeft, line.reasons)
          assert(line.reasons.contains(found.left.toOption.get.word))
          val fault = faultOf(line.root, bytes, line.options).get
          if (line.line.fails.contains(fault.reason.word))
            line.field("offset").foreach(offset => assert(fault.offset === offset.asInt, fault))
        }
        tiles(line.root, line.options)(bytes)
      }
    }
  }

  LayoutVectors.read("refused").foreach { line =>
    test(s"layouts/refused: ${line.name}") {
      val bad = intercept[BadLayout](line.root)
      assert(bad.getMessage.contains(line.field("refused").get.asText))
    }
  }

  LayoutVectors.read("streams").foreach { line =>
    test(s"layouts/streams: ${line.name}") {
      val many = ManyLayouts(line.root, resyncs = false)
      val bytes = line.line.bytes
      val view = line.field("all").get
      val found = walk(many, bytes, line.options).toOption.get
      assert(LayoutVectors.difference(found, view) === None)
      tiles(many, line.options)(bytes)
    }
  }
}
