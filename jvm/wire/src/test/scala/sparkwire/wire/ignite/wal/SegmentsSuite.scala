package sparkwire.wire.ignite.wal

import java.nio.file.Files

import sparkwire.wire.core.Options
import sparkwire.wire.files.{FileInputs, FileWindow, ValueScan}
import sparkwire.wire.ignite.Node

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Segments of a real node's log, compared with the entries that Ignite's own reader of logs reads.
  */
class SegmentsSuite extends AnyFunSuite with BeforeAndAfterAll {
  private var node: Node = _

  override def beforeAll(): Unit = {
    super.beforeAll()
    node = LogNode.open()
    LogNode.change(node)
  }

  override def afterAll(): Unit = {
    node.close()
    super.afterAll()
  }

  private lazy val segments = LogNode.segments(node.log)
  private lazy val expected = LoggedUpdate.read(segments: _*)

  private def pieces(file: Array[Byte]): Seq[(Array[Byte], Option[String])] = {
    val scan = new ValueScan(new FileWindow(FileInputs.seekable(file), 64 << 10),
      new RecordBounds(Options.none), 0, Long.MaxValue, Options.none)
    Iterator.continually(scan).takeWhile(_.advance())
      .map(at => at.bytes -> Option(at.reason).map(_.word)).toVector
  }

  private def updates(file: Array[Byte]): Seq[LoggedUpdate] = {
    val entries = new LoggedEntries
    pieces(file).filter(_._2.isEmpty).flatMap { case (record, _) =>
      entries.begin(record)
      Iterator.continually(entries).takeWhile(_.next()).map(LoggedUpdate.of).toVector
    }
  }

  test("every entry is what Ignite's own reader says") {
    assert(expected.length > 450)
    assert(segments.flatMap(file => updates(Files.readAllBytes(file))).sortBy(_.place) ===
      expected.sortBy(_.place))
  }
}
