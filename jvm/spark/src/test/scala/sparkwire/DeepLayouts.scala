package sparkwire

import java.util.Arrays

import org.apache.spark.sql.catalyst.InternalRow

import sparkwire.errors.Twins
import sparkwire.expressions._
import sparkwire.wire.core.Options
import sparkwire.wire.layouts.{BadLayout, Layouts}
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.layouts.writing.WrittenLayout

/** Reads and writes layouts whose objects contain each other in every way, as deep as they may. */
object DeepLayouts extends OnSmallStack {

  /** @param more
    *   the fields of a `node` after `more`, which is 1 if another node is in it
    * @param levels
    *   how many levels a node takes
    * @param instances
    *   the instances of a node
    * @param extra
    *   how many levels the innermost node takes more than the others
    */
  private final class Shape(
      val name: String, levels: Int, more: Seq[String], instances: String = "",
      top: String = "type: node", params: String = "", extra: Int = 0) {

    val text: String = {
      val fields = ("{id: more, type: u1}" +: more).mkString(", ")
      s"{seq: [{id: top, $top}], types: {node: {${params}seq: [$fields], instances: {$instances}}}}"
    }

    val most: Int = (Layouts.MostLevels - extra) / levels

    /** A value of so many nodes. */
    def value(nodes: Int): Array[Byte] = Array.fill[Byte](nodes - 1)(1) :+ 0.toByte
  }

  private val cases = "{switch-on: more, cases: {1: node, 2: u2le}}"
  private val shapes = Seq(
    new Shape("field", 1, Seq("{id: next, type: node, if: more == 1}")),
    new Shape("sized field", 1, Seq("{id: next, type: node, size-eos: true, if: more == 1}")),
    new Shape("list", 2, Seq("{id: next, type: node, repeat: expr, repeat-expr: more}")),
    new Shape(
      "list of sized", 2,
      Seq("{id: next, type: node, size-eos: true, repeat: expr, repeat-expr: more}")),
    new Shape("switch", 1, Seq(s"{id: next, type: $cases}")),
    new Shape("sized switch", 1, Seq(s"{id: next, type: $cases, size-eos: true}")),
    new Shape(
      "list of a switch", 2,
      Seq(s"{id: next, type: $cases, size-eos: true, repeat: expr, repeat-expr: more}")),
    new Shape("position", 2, Nil, "next: {pos: _io.pos, type: node, if: more == 1}"),
    new Shape(
      "list at a position", 3, Nil,
      "next: {pos: _io.pos, type: node, repeat: expr, repeat-expr: more}"),
    new Shape(
      "switch at a position", 2, Nil, s"next: {pos: _io.pos, type: $cases, size-eos: true}"),
    new Shape(
      "parameter", 1, Seq("{id: next, type: node(k + 1), if: more == 1}"), top = "type: node(1)",
      params = "params: [{id: k, type: s4}], "),
    new Shape(
      "expression in the last one", 1, Seq("{id: next, type: node, if: more == 1}"),
      "left: {value: 'more == 0 ? 1 : 0'}", extra = 3))

  /** A layout of instances, each of which uses the next one in the deepest place of its expression. */
  private def chained(instances: Int, levels: Int): String = {
    val each = (1 to instances).map { number =>
      val used = if (number == instances) "a" else s"v${number + 1}"
      s"v$number: {value: '$used${" + 1" * (levels - 1)}'}"
    }
    s"{seq: [{id: a, type: u1}], instances: {${each.mkString(", ")}}}"
  }

  private def isRefused(layout: String): Boolean =
    try {
      val _ = OneLayout(layout, Options.none)
      false
    } catch { case _: BadLayout => true }

  private def compileDeepest(): Unit = {
    for ((instances, levels) <- Seq((80, 1), (50, 5), (9, 50), (2, 200)))
      require(!isRefused(chained(instances, levels)), s"$instances times $levels")
    for ((instances, levels) <- Seq((90, 1), (80, 80), (30, 190), (1, 202)))
      require(isRefused(chained(instances, levels)), s"$instances times $levels")
    val rows = (1 to 50).foldLeft("a")((inner, _) => s"($inner${" + 1" * 100})")
    require(isRefused(s"{seq: [{id: a, type: u1}], instances: {v: {value: '$rows'}}}"))
  }

  protected def run(): Unit = {
    compileDeepest()
    for (shape <- shapes; maxDepth <- Seq(500, 1000)) {
      val root = OneLayout(shape.text, Options.none)
      def decode(ending: Ending, nodes: Int): Any = {
        val plan = Decoders.plan(ending, Types.of(root.kind),
          Map("maxDepth" -> maxDepth.toString), Layouts, root)
        new Decoder(plan, plan.resultType).decode(shape.value(nodes))
      }
      val row = decode(Ending.Strict, shape.most)
      require(row != null, shape.name)
      if (!shape.text.contains("pos:")) {
        val plan = EncodePlan("layout_encode", Layouts, WrittenLayout(root),
          Options(Map("maxDepth" -> maxDepth.toString)), Ending.Strict, Twins("", ""))
        val bytes = new Encoder(plan, Types.of(root.kind)).encode(row)
        require(Arrays.equals(bytes.asInstanceOf[Array[Byte]], shape.value(shape.most)), shape.name)
      }
      require(decode(Ending.FaultRow, shape.most) == null, shape.name)
      decode(Ending.FaultRow, shape.most + 1) match {
        case fault: InternalRow =>
          require(fault.getUTF8String(0).toString == "nesting-too-deep", shape.name)
        case other => throw new AssertionError(s"${shape.name}: $other")
      }
      for (nodes <- Seq(shape.most, shape.most + 1))
        require(decode(Ending.Dissection, nodes) != null, shape.name)
    }
  }
}
