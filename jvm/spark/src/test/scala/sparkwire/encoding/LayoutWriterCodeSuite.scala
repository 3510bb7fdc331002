package sparkwire.encoding

import scala.util.{Random, Try}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Literal}
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions.{Decode, Encode, Encoder}
import sparkwire.fast.GeneratedCode
import sparkwire.fuzz.FieldEdits
import sparkwire.sources.{RowSource, Writing}
import sparkwire.wire.Vectors
import sparkwire.wire.core.Kind
import sparkwire.wire.layouts.{LayoutLine, LayoutVectors}
import sparkwire.wire.layouts.writing.WrittenLayout
import sparkwire.wire.places.CodeOnTrial
import sparkwire.wire.writing.{Output, Unencodable}

import org.scalatest.funsuite.AnyFunSuite

/** Generated code that writes layouts makes the same bytes as the walk, or leaves the value to it. */
class LayoutWriterCodeSuite extends AnyFunSuite {
  import LayoutWriterCodeSuite._

  private val seed = FieldEdits.seed

  // Layouts that are written by generated code.
  private val coded =
    Set("payroll", "telemetry", "gnss_frame", "bus_adu", "sensor_bits", "event_chunk")

  for (file <- Seq("realistic", "by-hand", "rules", "random"))
    test(s"$file: the bytes of generated code are those of the walk, SPARKWIRE_SEED=$seed") {
      val failedBefore = GeneratedCode.failed.sum
      val layouts = LayoutVectors.read(file).filter(_.line.json.has("hex"))
        .groupBy(line => (line.layout, line.options.values)).toSeq.sortBy(_._1._1)
      val taken = layouts.flatMap { case ((layout, own), lines) =>
        val random = new Random(seed + layout.hashCode)
        val bytes = lines.map(line => Vectors.bytes(line.line.json.get("hex").asText)).distinct
        rowsOf(layout, own, bytes).map { case (rowType, rows) =>
          val changed = rows.flatMap(row => Seq.fill(8)(Edits.struct(row, rowType, random)))
          for {
            options <- Seq(
              Map.empty[String, String], Map("derived" -> "check"), Map("maxSize" -> "30"),
              Map("maxSize" -> "100"), Map("maxSize" -> "250"),
              Map("maxDepth" -> "3"))
            (found, asWalk) <- (rows ++ changed).zip(
              bothWays(layout, own ++ options, rowType, rows ++ changed))
          } withClue(s"${named(lines.head)} $options $found: ")(assert(asWalk._1 === asWalk._2))
          val count = byCode(layout, own, rowType, rows)
          info(s"${named(lines.head)}: " +
            count.fold("no code")(taken => s"$taken of ${rows.length}"))
          named(lines.head) -> count
        }
      }
      assert(taken.exists(_._2.exists(_ > 0)))
      if (file == "realistic")
        assert((coded -- taken.filter(_._2.exists(_ > 0)).map(_._1)) === Set.empty)
      assert(GeneratedCode.failed.sum === failedBefore)
    }
}

private object LayoutWriterCodeSuite {
  private def named(line: LayoutLine): String =
    Option(line.line.json.get("layout_name")).fold(line.line.json.get("name").asText)(_.asText)

  private def build(name: String, layout: String, options: Map[String, String],
      value: DataType): Any = {
    val row = FunctionCatalog.all.find(_.name == name).get
    val arguments = Seq(BoundReference(0, value, nullable = true), Literal(layout)) ++
      Option.when(options.nonEmpty)(Literal.create(options, MapType(StringType, StringType)))
    row.build(Arguments.bind(row, arguments))
  }

  /** Returns the rows of the values that are well-formed, None if the layout cannot be written. */
  def rowsOf(layout: String, options: Map[String, String], values: Seq[Array[Byte]]): Option[
    (StructType, Seq[InternalRow])] = {
    val decode = build("try_layout_decode", layout, options, BinaryType).asInstanceOf[Decode]
    val rowType = decode.dataType.asInstanceOf[StructType]
    val rows = values.map(bytes => decode.eval(InternalRow(bytes))).filter(_ != null)
      .map(row => row.asInstanceOf[InternalRow].copy())
    Option.when(Try(build("layout_encode", layout, Map.empty, rowType)).isSuccess && rows.nonEmpty)(
      rowType -> rows)
  }

  private def plan(layout: String, options: Map[String, String], rowType: DataType) = {
    // Options that say how a value is read do not say how it is written.
    val own = options.filter { case (name, _) => !ofReading(name) }
    build("layout_encode", layout, own, rowType).asInstanceOf[Encode].plan
  }
  private val ofReading = Set("verify", "trailing", "instances", "invalidUtf8")

  /** Returns what each row becomes by code and by the walk: the bytes, or why it is refused. */
  def bothWays(layout: String, options: Map[String, String], rowType: StructType,
      rows: Seq[InternalRow]): Seq[(String, String)] = {
    def encoder(terms: CodeOnTrial.Terms): Encoder = {
      val usual = CodeOnTrial.terms
      CodeOnTrial.terms = terms
      try new Encoder(plan(layout, options, rowType), rowType)
      finally CodeOnTrial.terms = usual
    }
    val code = encoder(CodeOnTrial.AtOnce)
    val walk = encoder(CodeOnTrial.Terms(many = Long.MaxValue, declineCost = 0))
    def result(encoder: Encoder, row: InternalRow): String =
      try Vectors.hex(encoder.encode(row).asInstanceOf[Array[Byte]])
      catch { case refused: RuntimeException => refused.getMessage }
    rows.map(row => (result(code, row), result(walk, row)))
  }

  /** Returns how many of the rows generated code writes, None if there is no code. */
  def byCode(layout: String, options: Map[String, String], rowType: StructType,
      rows: Seq[InternalRow]): Option[Int] = {
    val of = plan(layout, options, rowType)
    val root = of.root.asInstanceOf[WrittenLayout]
    val Kind.Struct(shape) = root.kind: @unchecked
    val source = new RowSource(rowType, shape, new Writing(root, of.options))
    val writer = source.writer(root.code(of.options))
    val output = new Output
    Option.when(writer != null)(
      rows.count { row =>
        output.begin()
        source.of(row)
        try writer.tryWrite(output)
        catch { case _: Unencodable => false }
      })
  }

  /** Changes a few values of a row. */
  private object Edits {
    def struct(row: InternalRow, rowType: StructType, random: Random): InternalRow =
      if (row == null) null
      else new GenericInternalRow(
        rowType.fields.indices.map { at =>
          val old = row.get(at, rowType(at).dataType)
          if (random.nextInt(12) == 0) null else value(old, rowType(at).dataType, random)
        }.toArray[Any])

    private def value(old: Any, dataType: DataType, random: Random): Any = dataType match {
      case struct: StructType => this.struct(old.asInstanceOf[InternalRow], struct, random)
      case ArrayType(element, _) if old != null =>
        val elements = old.asInstanceOf[ArrayData].toObjectArray(element).toSeq
        val count =
          if (random.nextInt(6) == 0) random.nextInt(elements.length + 1) else elements.length
        new GenericArrayData(elements.take(count).map(value(_, element, random)))
      case _ if random.nextInt(6) > 0 => old
      case BooleanType => random.nextBoolean()
      case ByteType => random.nextInt().toByte
      case ShortType => (random.nextInt() >> random.nextInt(31)).toShort
      case IntegerType | DateType => random.nextInt() >> random.nextInt(31)
      case LongType | TimestampType => random.nextLong() >> random.nextInt(63)
      case FloatType => java.lang.Float.intBitsToFloat(random.nextInt())
      case DoubleType => random.nextGaussian()
      case decimal: DecimalType =>
        val most = BigInt(10).pow(decimal.precision)
        val digits = BigInt(random.nextInt(130), random) % most
        Decimal(BigDecimal(if (random.nextBoolean()) digits else -digits, decimal.scale),
          decimal.precision, decimal.scale)
      case _: StringType =>
        UTF8String.fromString(Texts(random.nextInt(Texts.length)))
      case BinaryType =>
        val bytes = new Array[Byte](random.nextInt(20))
        random.nextBytes(bytes)
        bytes
      case _ => old
    }
    private val Texts = Vector("", "a", "café", "3", "-1", "long text of thirty characters", "日本",
      "00112233-4455-6677-8899-aabbccddeeff", "\u0000x", "x  ", "🙂")
  }
}
