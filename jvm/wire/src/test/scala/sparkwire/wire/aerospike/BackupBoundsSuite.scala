package sparkwire.wire.aerospike

import scala.util.Random

import sparkwire.wire.aerospike.backup.{Backup, BackupBounds}
import sparkwire.wire.core.Options
import sparkwire.wire.files.{FileInputs, FileWindow, ValueScan}

import org.scalatest.funsuite.AnyFunSuite

/** The entries in files of backups, and what is not one. */
class BackupBoundsSuite extends AnyFunSuite with BackupTexts {
  private case class Piece(text: String, reason: Option[String], path: String = "", offset: Int = 0)

  private def pieces(file: String, options: Options = Options.none, from: Int = 0,
      ahead: Int = 64): Seq[Piece] = {
    val window = new FileWindow(FileInputs.seekable(bytes(file)), ahead)
    val scan =
      new ValueScan(window, new BackupBounds(options), from.toLong, Long.MaxValue, options)
    Iterator.continually(scan).takeWhile(_.advance()).map { at =>
      if (at.reason == null) Piece(text(at.bytes), None)
      else Piece(text(at.bytes), Some(at.reason.word), at.fault.path, at.fault.offset)
    }.filterNot(piece => piece.reason.isEmpty && Backup.isHeader(bytes(piece.text))).toVector
  }

  private val version = "Version 3.1\n"
  private val header = version + "# namespace te\\ st\n# first-file\n"
  private val one = record("S a 15 x\n+ n test\n+ d ")
  private val two = keyed("S 4 abcd")
  private val index = "* i test s n N 1 b N\n"
  private val udf = s"* u L m ${one.length} $one\n"

  private def good(entries: String*): Seq[Piece] = entries.map(Piece(_, None))

  test("the entries of a file, whatever their texts look like") {
    assert(pieces(header + index + udf + one + two) === good(index, udf, one, two))
    assert(pieces(version + one) === good(one))
    assert(pieces(header) === Nil && pieces("") === Nil)
    assert(
      pieces("Version 3.0\n" + head(set = "+ s a\\\n") + "+ b 0\n").map(_.reason) === Seq(None))
    assert(pieces("Version 3.0\n# namespace a\\\n" + one) === good(one))
    assert(pieces("Version 3.2\n" + index) === good(index))
    // Files one after the other.
    assert(pieces(header + one + header + two) === good(one, two))
  }

  test("a scan that begins later knows the version") {
    val old = head(set = "+ s a\\\n") + "+ b 0\n"
    val file = "Version 3.0\n" + one + old
    assert(pieces(file, from = 12 + one.length) === good(old))
  }

  private val encrypted = hex("3fb17c00a1ff2e91d3c58b0a6644e210")
  private val notBackups = Seq(
    ("compressed with zstd", hex("28b52ffd") + "abc", "compressed"),
    ("encrypted", encrypted + "abc", "encrypted"),
    ("in binary form", hex("01 0000000000000001 00000000") + "test" + hex("00" * 27),
      "binary-backup"),
    ("another text", "hello, world\n", "not-a-backup"),
    ("without header", one, "not-a-backup")
  )
  for ((what, file, reason) <- notBackups)
    test(s"a file that is $what") {
      assert(pieces(file) === Seq(Piece(file, Some(reason))))
      // What follows is read.
      assert(pieces(file + "\n" + two).last === Piece(two, None))
    }

  test("headers that are wrong") {
    def first(file: String) = {
      val piece = pieces(file + two).head
      assert(pieces(file + two).last === Piece(two, None))
      (piece.reason, piece.path, piece.offset)
    }
    assert(first("Version 4.0\n") === ((Some("bad-backup-version"), "version", 0)))
    assert(first("Version 3.1 \n") === ((Some("bad-line"), "version", 0)))
    assert(first("Versoin 3.1\n") === ((Some("not-a-backup"), "version", 0)))
    assert(first(version + "# other\n") === ((Some("bad-metadata"), "metadata", 0)))
    assert(first(version + "# first-file x\n") === ((Some("bad-line"), "metadata", 0)))
    assert(pieces("Versi").map(_.reason) === Seq(Some("truncated-entry")))
  }

  test("after a broken entry the next one is found") {
    for (ahead <- Seq(64, 1 << 18)) {
      val broken = record("Q a 1")
      assert(pieces(header + one + broken + two + index, ahead = ahead) ===
        Seq(Piece(one, None),
          Piece(broken, Some("unknown-bin-type"), "bins[0].key", bins + 6),
          Piece(two, None),
          Piece(index, None)))
      assert(pieces(version + "garbage\n" + index + "more\n" + udf + one, ahead = ahead) === Seq(
        Piece("garbage\n", Some("bad-line"), "namespace"), Piece(index, None),
        Piece("more\n", Some("bad-line"), "namespace"), Piece(udf, None), Piece(one, None)))
    }
  }

  test("an entry begins at the beginning of a line, and a record without its key is one") {
    assert(pieces(version + "x" + index + one) === Seq(
      Piece("x" + index, Some("bad-line"), "namespace"), Piece(one, None)))
    val key = two.linesIterator.next() + "\n"
    assert(pieces(version + "x" + two) === Seq(
      Piece("x" + key, Some("bad-line"), "namespace"), Piece(two.drop(key.length), None)))
  }

  test("a broken entry is one piece, though texts before the damage look like entries") {
    val broken = head("+ k I 1\n") + s"+ b 2\n- S a ${two.length + 1} \n$two\n- Q b 1\n"
    assert(pieces(header + broken + two).map(_.text) === Seq(broken, two))
    // Lines that are gone: the next entry begins where one of them should.
    assert(pieces(header + "+ k I 1\n+ n test\n" + two + "+ n a\n" + index) === Seq(
      Piece("+ k I 1\n+ n test\n", Some("bad-line"), "digest", 17), Piece(two, None),
      Piece("+ n a\n", Some("bad-line"), "digest", 6), Piece(index, None)))
  }

  test("a file that is cut has the entries before, and a fault") {
    val file = header + one + two
    for (size <- header.length + one.length + 1 until file.length) {
      val found = pieces(file.take(size))
      assert(found.head === Piece(one, None))
      assert(
        found.drop(1).map(_.reason).forall(reason =>
          reason.contains("truncated-entry") || reason.contains("length-past-end")),
        size)
    }
  }

  test("an entry beyond maxSize") {
    val large = record("S a 500 " + "x" * 500)
    val small = Options(Map("maxSize" -> "300"))
    assert(pieces(header + one + large + two, small).map(_.reason) ===
      Seq(None, Some("too-large"), None))
  }

  test("what is wrong inside of an entry does not move its end") {
    val wrong = record("I a 1x", "D b y", s"L! c 2 ${hex("93 c1")}", "B d 3 ab!")
    assert(pieces(header + wrong + two) === good(wrong, two))
  }

  test("files with damage are covered by their pieces") {
    val random = new Random(11)
    val file = bytes(header + index + one + two + udf + record("I a 1") + two)
    for (_ <- 1 to 2000) {
      val changed = file.clone
      changed(random.nextInt(changed.length)) = random.nextInt(128).toByte
      val window = new FileWindow(FileInputs.sequential(changed), 64)
      val scan =
        new ValueScan(window, new BackupBounds(Options.none), 0, Long.MaxValue, Options.none)
      var next = 0L
      while (scan.advance()) {
        assert(scan.position === next)
        next = scan.end
      }
      assert(next === changed.length)
    }
  }
}
