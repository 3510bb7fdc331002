package sparkwire.wire

import sparkwire.wire.core._
import sparkwire.wire.trace.{Fault, Trace}

import org.scalatest.{Assertion, Assertions}

/** Properties that hold for every reader, whatever the format and the bytes. */
trait ReaderChecks extends Assertions {

  def walk(root: Root, bytes: Array[Byte], options: Options = Options.none,
      keep: String => Boolean = _ => true): Either[Reason, Tree] = {
    val sink = new CollectingSink(keep)
    try {
      root.newReader(options).read(cursorOf(options).wrap(bytes), sink)
      Right(sink.result)
    } catch { case malformed: Malformed => Left(malformed.reason) }
  }

  /** Returns the fault that `F_fault` reports, if any. */
  def faultOf(root: Root, bytes: Array[Byte], options: Options = Options.none): Option[Fault] =
    Trace.fault(
      root.newExplainer(options), cursorOf(options), bytes, new CollectingSink(strict = false),
      options)

  def dissect(root: Root, bytes: Array[Byte], options: Options = Options.none): Trace.Walk =
    Trace.dissect(root.newExplainer(options), cursorOf(options), bytes, options)

  private def cursorOf(options: Options): Cursor = {
    val cursor = new Cursor
    cursor.setMaxDepth(options.maxDepth)
    cursor.setMaxSize(options.maxSize)
    cursor
  }

  /** Asserts that the first walk, the fault and the dissection agree, and that the rows of the
    * dissection cover each byte once and in order. After a fault, one row covers the rest.
    */
  def tiles(root: Root, options: Options = Options.none)(bytes: Array[Byte]): Assertion =
    withClue(s"${Vectors.hex(bytes)} $options: ") {
      val explained = faultOf(root, bytes, options)
      val Trace.Walk(seen, rows) = dissect(root, bytes, options)

      assert(
        walk(root, bytes, options).left.toOption.map(_.word) === explained.map(_.reason.word))
      // Hundreds of thousands of items without bytes have more rows than a dissection may have.
      val fault = if (seen.exists(_.reason eq Reason.TooLarge)) seen else explained
      assert(seen.map(placeOf) === fault.map(placeOf))
      fault.foreach { found =>
        assert(0 <= found.offset && found.offset <= bytes.length)
        assert(found.path != null && found.message.nonEmpty)
      }
      val end = rows.filter(_.length > 0).foldLeft(0) { (next, row) =>
        assert(row.offset === next, s"$row")
        next + row.length
      }
      assert(end === bytes.length)
      rows.foreach { row =>
        assert(
          row.length >= 0 && row.path != null && row.kind.nonEmpty && row.value != null, s"$row")
      }

      val last = rows.lastOption.filter(_.kind == "FAULT")
      assert(rows.count(_.kind == "FAULT") === last.size)
      assert(last.map(row => (row.value, row.path)) === fault.map(f => (f.reason.word, f.path)))
      assert(last.forall(row => row.offset <= fault.get.offset || row.length == 0))
    }

  private def placeOf(fault: Fault): (String, Int, String) =
    (fault.reason.word, fault.offset, fault.path)

  /** Asserts that every truncation is a fault. In these formats, no prefix of a value is one. */
  def everyCutIsAFault(root: Root, options: Options = Options.none)(
      bytes: Array[Byte]): Assertion = {
    bytes.indices.foreach { length =>
      val cut = bytes.take(length)
      assert(walk(root, cut, options).isLeft, s"$length of ${Vectors.hex(bytes)}")
      tiles(root, options)(cut)
    }
    succeed
  }

  def everyCutIsValueOrFault(root: Root, options: Options = Options.none)(
      bytes: Array[Byte]): Assertion = {
    bytes.indices.foreach(length => tiles(root, options)(bytes.take(length)))
    succeed
  }

  /** Flips bits of each byte. Any exception other than [[Malformed]] fails the test. */
  def everyFlipIsValueOrFault(root: Root, options: Options = Options.none)(
      bytes: Array[Byte]): Assertion = {
    for (at <- bytes.indices; bits <- Seq(0x01, 0x80, 0xff)) {
      val flipped = bytes.clone()
      flipped(at) = (flipped(at) ^ bits).toByte
      tiles(root, options)(flipped)
    }
    succeed
  }

  /** Asserts that each field alone, and all fields but one, have the same values and refusals as in
    * the whole value.
    */
  def prunedIsUnpruned(root: Root, options: Options = Options.none)(
      bytes: Array[Byte]): Assertion = {
    val whole = walk(root, bytes, options)
    val paths = ReaderChecks.paths(root.kind)
    for (path <- paths; keep <- Seq(ReaderChecks.keeping(path), (p: String) => p != path))
      assert(walk(root, bytes, options, keep) === whole.map(Tree.only(_, keep)),
        s"$path alone, or all but it")
    assert(walk(root, bytes, options, _ => false) === whole.map(Tree.only(_, _ => false)))
  }
}

object ReaderChecks {

  /** Returns the paths of all fields, without positions. */
  def paths(kind: Kind, path: String = ""): Seq[String] = kind match {
    case Kind.Struct(shape) => shape.results.flatMap { field =>
        val here = Tree.join(path, field.name)
        here +: paths(field.kind, here)
      }
    case Kind.Sequence(element) => paths(element, path)
    case Kind.Mapping(_, value) => paths(value, path)
    case _ => Nil
  }

  /** Keeps a field, the fields that contain it and the fields inside of it. */
  def keeping(path: String): String => Boolean =
    p => p == path || path.startsWith(s"$p.") || p.startsWith(s"$path.")
}
