package sparkwire.rows

import scala.collection.mutable
import scala.util.Random

import org.apache.spark.metrics.source.CodegenMetrics
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Literal}
import org.apache.spark.sql.types.{BinaryType, MapType, StringType}

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions.Decode
import sparkwire.fast.GeneratedCode
import sparkwire.fuzz.{FieldEdits, FuzzTarget}
import sparkwire.optimizer.Pruned
import sparkwire.wire.Vectors
import sparkwire.wire.layouts.{LayoutLine, LayoutVectors}
import sparkwire.wire.places.{CodeOnTrial, PlainReader}

import org.scalatest.funsuite.AnyFunSuite

/** Generated code that reads layouts makes the same rows as the walk, to the last byte, or leaves the
  * value to it.
  */
class LayoutCodeSuite extends AnyFunSuite {
  private val seed = FieldEdits.seed
  private val files = Seq("realistic", "by-hand", "rules", "random", "streams", "options")
  private val settings = Seq(
    Map.empty[String, String], Map("instances" -> "none"),
    Map("verify" -> "none", "trailing" -> "ignore"), Map("maxSize" -> "200"),
    Map("maxDepth" -> "4"), Map("enums" -> "number", "invalidUtf8" -> "replace"))

  // Layouts that are read by generated code, with all that they show.
  private val coded = Set("payroll", "telemetry", "gnss_frame", "queue_packet", "bus_adu",
    "sensor_bits", "event_chunk", "coin_transaction")

  private def decode(layout: String, options: Map[String, String],
      form: RowForm = RowForm.Fields): Decode = {
    val row = FunctionCatalog.all.find(_.name == "layout_decode").get
    val arguments = Seq(BoundReference(0, BinaryType, nullable = true), Literal(layout)) ++
      Option.when(options.nonEmpty)(
        Literal.create(options, MapType(StringType, StringType)))
    row.build(Arguments.bind(row, arguments)).asInstanceOf[Decode].copy(form = form)
  }

  /** Returns how many of these values generated code reads, None if no code was generated. */
  private def taken(decode: Decode, values: Seq[Array[Byte]]): Option[Int] = {
    val sink =
      new RowSink(decode.plan.root.kind, decode.required, decode.plan.options, RowForm.Fields)
    val reader = decode.plan.root.newReader(decode.plan.options).asInstanceOf[PlainReader]
    val before = GeneratedCode.compiled.sum
    val slots = sink.wholeSlots
    val code = if (slots == null) null else reader.codeFor(slots)
    val rows = values.map(bytes =>
      if (code == null) null else code.tryWhole(bytes, 0, bytes.length, 100, 1 << 24))
    Option.when(GeneratedCode.compiled.sum > before)(rows.count(_ != null))
  }

  private def atOnce[T](test: => T): T = {
    val usual = CodeOnTrial.terms
    CodeOnTrial.terms = CodeOnTrial.AtOnce
    try test
    finally CodeOnTrial.terms = usual
  }

  private def named(line: LayoutLine): String =
    Option(line.line.json.get("layout_name")).fold(line.line.json.get("name").asText)(_.asText)

  for (file <- files)
    test(s"$file: the rows of generated code are those of the walk, SPARKWIRE_SEED=$seed") {
      val failedBefore = GeneratedCode.failed.sum
      val groups = LayoutVectors.read(file).filter(_.line.json.has("hex"))
        .groupBy(line => (line.layout, line.options.values)).toSeq.sortBy(_._1._1)
      var layouts = 0
      val missing = mutable.Buffer.empty[String]
      for (((layout, own), lines) <- groups) atOnce {
        val random = new Random(seed + layout.hashCode)
        val values = lines.map(line => Vectors.bytes(line.line.json.get("hex").asText)).distinct
        val among = values ++ values.flatMap(FuzzTarget.damaged(_, random))
        for (options <- settings) withClue(s"${named(lines.head)}: ") {
          val whole = decode(layout, options ++ own)
          val parts = Seq.fill(2)(
            Pruned(whole, RequiredParts.of(whole.plan.valueType, random)))
          val apart = parts.last.copy(form = RowForm.Apart)
          for (both <- (whole +: apart +: parts).distinct.map(new BothWays(_)); bytes <- among)
            withClue(s"${Vectors.hex(bytes.take(1000))}: ")(both.areSame(InternalRow(bytes)))
        }
        val whole = taken(decode(layout, own), values)
        info(
          s"${named(lines.head)}: ${whole.fold("no code")(count => s"$count of ${values.length}")}")
        if (whole.isDefined) layouts += 1
        if (file == "realistic" && coded(named(lines.head)) && !whole.exists(_ > values.length / 4))
          missing += named(lines.head)
      }
      assert(missing.toSeq === Nil)
      assert(layouts > 0)
      assert(GeneratedCode.failed.sum === failedBefore)
    }

  test("code for the same layout is compiled once") {
    val line = LayoutVectors.read("realistic").find(named(_) == "payroll").get
    val values = Seq(Vectors.bytes(line.line.json.get("hex").asText))
    atOnce {
      assert(taken(decode(line.layout, Map.empty), values) === Some(1))
      val compilations = CodegenMetrics.METRIC_COMPILATION_TIME.getCount
      assert(taken(decode(line.layout, Map.empty), values) === Some(1))
      assert(CodegenMetrics.METRIC_COMPILATION_TIME.getCount === compilations)
    }
  }

  test("code charges for a list that is searched for each of its elements") {
    val layout =
      "{meta: {id: x}, seq: [{id: l, type: u1, repeat: until, repeat-until: l.max == 1}]}"
    atOnce {
      val both = new BothWays(decode(layout, Map.empty))
      assert(both.areSame(InternalRow(new Array[Byte](1000) :+ 1.toByte)))
      assert(!both.areSame(InternalRow(new Array[Byte](20000) :+ 1.toByte)))
    }
  }

  test("expressions that are nested deep are left to the walk") {
    // The sum of a sum of a sum.
    val sum = "n" + " + n" * 150
    val layout = s"{meta: {id: x}, seq: [{id: n, type: u1}], instances: {s: {value: '$sum'}}}"
    atOnce {
      assert(taken(decode(layout, Map.empty), Seq(Array[Byte](1))) === None)
      assert(new BothWays(decode(layout, Map.empty)).areSame(InternalRow(Array[Byte](1))))
    }
  }
}
