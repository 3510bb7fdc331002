package sparkwire.wire

import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.cernan.Cernan
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.databus.Databus
import sparkwire.wire.msgpack.Msgpack
import sparkwire.wire.trace.Trace

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Dissections of malformed and truncated vectors: the rows before the fault show everything that
  * the walk had read.
  */
class DissectionSuite extends AnyFunSuite with ReaderChecks {
  private val container = AvroContainer.OneContainer(None)
  private val packet = Cernan.OnePacket(None)

  private def lines(format: String, files: String*): Seq[Line] =
    files.flatMap(Vectors.read(format, _)).filter(_.json.path("hex").isTextual)

  /** The roots and options that read the lines of these files. */
  private val read: Seq[(String, Root, Line => Options, Seq[Line])] = Seq(
    ("databus", Databus.OneEvent, (line: Line) => Options(Map("byteOrder" -> line.order)),
      lines("databus", "events-v1", "events-v2", "system", "invalid", "damaged")),
    ("cernan", packet, (_: Line) => Options.none,
      lines("cernan", "packets", "invalid", "avro-corrupt", "beyond-peer")),
    ("aerospike", Aerospike.OneMessage, (_: Line) => Options.none,
      lines("aerospike", "messages-basic", "messages-bins", "messages-invalid")),
    ("aerospike_key", Aerospike.OneKey, (_: Line) => Options.none, lines("aerospike", "keys")),
    ("msgpack", Msgpack.OneValue, (_: Line) => Options.none, lines("aerospike", "msgpack-values"))
  )

  // The fault of a whole container is found at its end, but reported at its beginning. Every other
  // fault is where the walk stopped.
  private def isWhereTheWalkStopped(root: Root, bytes: Array[Byte],
      options: Options): Assertion = {
    tiles(root, options)(bytes)
    val Trace.Walk(fault, rows) = dissect(root, bytes, options)
    val last = rows.last
    assert(last.kind === "FAULT")
    assert(last.offset === fault.get.offset, s"of ${fault.get.reason} at ${fault.get.path}")
  }

  /** Asserts that the bytes of a truncated value have the same rows as in the whole value. */
  private def showsWhatIsThere(root: Root, bytes: Array[Byte], options: Options,
      cuts: Iterable[Int]): Unit = {
    val whole = dissect(root, bytes, options).tiles.filter(_.length > 0)
    for (length <- cuts) {
      val rows = dissect(root, bytes.take(length), options).tiles.filter(_.length > 0)
      val there = whole.takeWhile(row => row.offset + row.length <= length)
      withClue(s"$length of ${Vectors.hex(bytes)}: ") {
        val shown = rows.filterNot(_.kind == "FAULT")
        // Whether the head of an ext gets a row depends on its type, which follows the head.
        val isHeadAlone =
          there.lastOption.exists(row => row.kind == "ext" && row.offset + row.length == length)
        assert(shown === (if (isHeadAlone) there.init else there))
      }
    }
  }

  for ((name, root, optionsOf, all) <- read) {
    val (bad, good) = all.partition(line =>
      dissect(root, line.bytes, optionsOf(line)).fault.isDefined)

    for (line <- bad)
      test(s"$name: ${line.file}: ${line.name}: the fault is where the walk stopped") {
        isWhereTheWalkStopped(root, line.bytes, optionsOf(line))
      }

    test(s"$name: of a value that is cut is shown what is there") {
      assert(good.nonEmpty)
      for (line <- good.filter(_.bytes.length < 3000)) {
        val bytes = line.bytes
        val step = math.max(1, bytes.length / 100)
        showsWhatIsThere(root, bytes, optionsOf(line), bytes.indices by step)
      }
    }

    test(s"$name: of a value with bytes behind it all is shown") {
      for (line <- good) {
        val options = optionsOf(line)
        val whole = dissect(root, line.bytes, options).tiles
        val rows = dissect(root, line.bytes :+ 1.toByte, options).tiles
        withClue(s"${line.name}: ") {
          assert(rows.init === whole)
          assert((rows.last.offset, rows.last.length, rows.last.kind, rows.last.value) ===
            ((line.bytes.length, 1, "FAULT", "trailing-bytes")))
        }
      }
    }
  }

  test("a container that is cut is shown as far as it goes") {
    for (line <- lines("cernan", "packets").filter(_.bytes.length < 3000)) {
      val bytes = line.bytes.drop(line.view.get("avro_offset").asInt)
      val step = math.max(1, bytes.length / 100)
      // A container that is cut where a block ends is complete, hence no fault.
      val cuts = (1 until bytes.length by step).filter(length =>
        dissect(container, bytes.take(length)).fault.isDefined)
      showsWhatIsThere(container, bytes, Options.none, cuts)
    }
  }

  test("a map that promises more than there is is shown as far as it goes") {
    val rows = dissect(Msgpack.OneValue, Vectors.bytes("82a16101")).tiles
    assert(rows.map(row => (row.offset, row.length, row.path, row.kind, row.value)) === Seq(
      (0, 1, "", "map", "2"), (1, 2, "a", "key", "\"a\""), (3, 1, "a", "int", "1"),
      (4, 0, "[1].key", "FAULT", "truncated")))
  }

  test("a count of gigabytes takes no room, and no time") {
    for (hex <- Seq("dd7fffffff", "dfffffffff", "ddffffffff" * 300, "9f" * 400 + "dcffff" * 90))
      for (options <- Seq(Options.none, Options(Map("maxDepth" -> "1000")))) {
        val bytes = Vectors.bytes(hex)
        tiles(Msgpack.OneValue, options)(bytes)
        assert(dissect(Msgpack.OneValue, bytes, options).tiles.length > 1)
      }
  }
}
