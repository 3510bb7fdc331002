package sparkwire.wire

import sparkwire.wire.core._
import sparkwire.wire.trace.{Fault, Trace}

import org.scalatest.{Assertion, Assertions}

/** What holds of every reader, whatever the format and whatever the bytes. */
trait ReaderChecks extends Assertions {

  def walk(root: Root, bytes: Array[Byte], options: Options = Options.none,
      keep: String => Boolean = _ => true): Either[Reason, Tree] = {
    val sink = new CollectingSink(keep)
    try {
      root.newReader(options).read(cursorOf(options).wrap(bytes), sink)
      Right(sink.result)
    } catch { case malformed: Malformed => Left(malformed.reason) }
  }

  /** Why a reader refuses, as `F_fault` has it. */
  def faultOf(root: Root, bytes: Array[Byte], options: Options = Options.none): Option[Fault] =
    Trace.fault(
      root.newExplainer(options), cursorOf(options), bytes, new CollectingSink(strict = false),
      options)

  def dissect(root: Root, bytes: Array[Byte], options: Options = Options.none): Trace.Walk =
    Trace.dissect(root.newExplainer(options), cursorOf(options), bytes, options)

  private def cursorOf(options: Options): Cursor = {
    val cursor = new Cursor
    cursor.setMaxDepth(options.maxDepth)
    cursor
  }

  /** Reading, its explanation and the dissection say the same, and the dissection has each byte in
    * one row, in order; behind a fault there is one row for the rest.
    */
  def tiles(root: Root, options: Options = Options.none)(bytes: Array[Byte]): Assertion =
    withClue(s"${Vectors.hex(bytes)} $options: ") {
      val explained = faultOf(root, bytes, options)
      val Trace.Walk(seen, rows) = dissect(root, bytes, options)

      assert(
        walk(root, bytes, options).left.toOption.map(_.word) === explained.map(_.reason.word))
      // Items without bytes by the hundred thousand have more rows than a dissection may have.
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

  /** For formats whose values have no shorter values at their beginning. */
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

  /** Anything but [[Malformed]] gets out of here. */
  def everyFlipIsValueOrFault(root: Root, options: Options = Options.none)(
      bytes: Array[Byte]): Assertion = {
    for (at <- bytes.indices; bits <- Seq(0x01, 0x80, 0xff)) {
      val flipped = bytes.clone()
      flipped(at) = (flipped(at) ^ bits).toByte
      tiles(root, options)(flipped)
    }
    succeed
  }

  /** Each field alone, and all but it, are what they are in the whole; nothing else is refused. */
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

  /** The names of all fields, and on the way to them. */
  def paths(kind: Kind, path: String = ""): Seq[String] = kind match {
    case Kind.Struct(shape) => shape.results.flatMap { field =>
        val here = Tree.join(path, field.name)
        here +: paths(field.kind, here)
      }
    case Kind.Sequence(element) => paths(element, path)
    case Kind.Mapping(_, value) => paths(value, path)
    case _ => Nil
  }

  /** What is on the way to a field, and what is in it. */
  def keeping(path: String): String => Boolean =
    p => p == path || path.startsWith(s"$p.") || p.startsWith(s"$path.")
}
