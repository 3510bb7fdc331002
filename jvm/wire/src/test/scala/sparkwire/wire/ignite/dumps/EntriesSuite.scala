package sparkwire.wire.ignite.dumps

import java.nio.ByteBuffer
import java.util.zip.CRC32

import sparkwire.wire.core.{Cursor, Nowhere, Options}
import sparkwire.wire.files.{FileInputs, FileWindow, ValueScan}
import sparkwire.wire.ignite.entries.EntryVersion

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Entries of dumps, which Ignite's serializer writes. */
class EntriesSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  private val few = Gen.choose(1, 5).flatMap(Gen.listOfN(_, WrittenEntries.entry))

  /** A part of a file: the bytes of an entry, or why it is none. */
  private case class Piece(bytes: Seq[Byte], reason: Option[String], path: String = "",
      offset: Int = 0)

  private def pieces(file: Array[Byte], options: Options = Options.none): Seq[Piece] = {
    val scan = new ValueScan(new FileWindow(FileInputs.seekable(file), 64),
      new EntryBounds(options), 0, Long.MaxValue, options)
    Iterator.continually(scan).takeWhile(_.advance()).map { at =>
      if (at.reason == null) Piece(at.bytes.toSeq, None)
      else Piece(at.bytes.toSeq, Some(at.reason.word), at.fault.path, at.fault.offset)
    }.toVector
  }

  private def whole(entries: Seq[Array[Byte]]): Seq[Piece] =
    entries.map(entry => Piece(entry.toSeq, None))

  test("every field is what Ignite has written") {
    forAll(WrittenEntries.entry) { written =>
      val cursor = new Cursor
      val bytes = WrittenEntries.bytes(written)
      val entry = new EntryReader(verifies = true)
      entry.readNext(cursor.wrap(bytes), Nowhere)
      assert(cursor.position === bytes.length)
      assert(entry.cacheId === written.cacheId && entry.expireTime === written.expireTime)
      assert(entry.version === written.version)
      assert(Option(entry.sourceVersion) === written.source)
      assert(entry.key === written.key && entry.value === written.decodable)
    }
  }

  test("the entries of a file, one after the other") {
    forAll(few) { written =>
      val entries = written.map(WrittenEntries.bytes)
      assert(pieces(entries.flatten.toArray) === whole(entries))
    }
  }

  test("a file that is cut has the entries before, and a fault") {
    forAll(few) { written =>
      val entries = written.map(WrittenEntries.bytes)
      val file = entries.flatten.toArray
      val ends = entries.scanLeft(0)(_ + _.length)
      for (size <- 0 until file.length) {
        val found = pieces(file.take(size))
        val complete = ends.count(_ <= size) - 1
        assert(found.take(complete) === whole(entries.take(complete)))
        if (ends.contains(size)) assert(found.length === complete)
        else
          assert(found.drop(complete).map(_.bytes) === Seq(file.slice(ends(complete), size).toSeq))
      }
    }
  }

  test("whatever byte is changed, the other entries are there and nothing else") {
    forAll(few) { written =>
      val entries = written.map(WrittenEntries.bytes)
      val file = entries.flatten.toArray
      val ends = entries.scanLeft(0)(_ + _.length)
      for (at <- file.indices; bit <- Seq(1, 0x80)) {
        val found = pieces(file.updated(at, (file(at) ^ bit).toByte))
        val broken = ends.lastIndexWhere(_ <= at)
        val (good, bad) = found.partition(_.reason.isEmpty)
        assert(good === whole(entries.patch(broken, Nil, 1)))
        assert(bad.map(_.bytes.length) === Seq(entries(broken).length))
      }
    }
  }

  private val entry = WrittenEntries.bytes(
    WrittenEntry(7, 0, EntryVersion(1, 2, 3, 0), None,
      Array[Byte](3, 1, 0, 0, 0), Array[Byte](3, 2, 0, 0, 0), isByteArray = false))

  /** Changes an entry and recomputes its checksum. */
  private def changed(change: ByteBuffer => Unit): Array[Byte] = {
    val bytes = entry.clone
    change(ByteBuffer.wrap(bytes))
    val crc = new CRC32
    crc.update(bytes, 8, bytes.length - 8)
    ByteBuffer.wrap(bytes).putInt(4, ~crc.getValue.toInt)
    bytes
  }

  private def refuses(bytes: Array[Byte], reason: String, path: String, offset: Int): Assertion = {
    val found = pieces(bytes ++ entry)
    assert(found.head.reason === Some(reason))
    assert((found.head.path, found.head.offset) === ((path, offset)))
    assert(found.last === Piece(entry.toSeq, None))
  }

  private val refused = Seq[(String, Array[Byte], String, String, Int)](
    ("a size that no entry has",
      changed { bytes =>
        val _ = bytes.putInt(0, 42)
      },
      "bad-entry-size", "size", 0),
    ("a wrong checksum", entry.updated(8, 1.toByte), "bad-crc", "crc", 4),
    ("an unknown flag",
      changed { bytes =>
        val _ = bytes.put(20, 2.toByte)
      },
      "bad-flag", "source_version", 20),
    ("a key that leaves no room for a value",
      changed { bytes =>
        val _ = bytes.putInt(37, 11)
      },
      "bad-length", "key", 37),
    ("a key of negative length",
      changed { bytes =>
        val _ = bytes.putInt(37, -1)
      },
      "bad-length", "key", 37),
    ("a value that ends before its entry",
      changed { bytes =>
        val _ = bytes.putInt(47, 4)
      },
      "bad-length", "value", 47),
    ("a value that is longer than its entry",
      changed { bytes =>
        val _ = bytes.putInt(47, Int.MaxValue)
      },
      "bad-length", "value", 47),
    ("a value of an unknown type",
      changed { bytes =>
        val _ = bytes.put(51, 3.toByte)
      },
      "bad-object-type", "value", 47),
    ("a key that is a byte array",
      changed { bytes =>
        val _ = bytes.put(41, 2.toByte)
      },
      "bad-object-type", "key", 37)
  )
  for ((what, bytes, reason, path, offset) <- refused)
    test(s"refuses $what")(refuses(bytes, reason, path, offset))

  test("a size beyond the file or the limit") {
    val long = changed { bytes =>
      val _ = bytes.putInt(0, 1 << 20)
    }
    assert(pieces(long).map(_.reason) === Seq(Some("length-past-end")))
    refuses(long, "length-past-end", "value", 47)
    val small = Options(Map("maxSize" -> "60"))
    assert(pieces(long ++ entry ++ entry, small).map(_.reason) === Seq(
      Some("too-large"), None, None))
  }

  test("checksums are not compared with verify = none, lengths are") {
    val none = Options(Map("verify" -> "none"))
    assert(pieces(entry.updated(8, 1.toByte), none).map(_.reason) === Seq(None))
    assert(pieces(
      changed { bytes =>
        val _ = bytes.putInt(37, 6)
      },
      none).map(_.reason) ===
      Seq(Some("bad-length")))
  }

  test("entries between any bytes are found") {
    forAll(few, Gen.listOf(Gen.choose(Byte.MinValue, Byte.MaxValue))) { (written, noise) =>
      val entries = written.map(WrittenEntries.bytes)
      val found = pieces(entries.flatMap(noise ++ _).toArray)
      if (noise.nonEmpty) assert(found.filter(_.reason.isEmpty) === whole(entries))
    }
  }
}
