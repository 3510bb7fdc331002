package sparkwire.bench

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.util.{Arrays, HexFormat}

import scala.util.Try

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Encoder, Ending, Types}
import sparkwire.rows.RowForm
import sparkwire.wire.core.Options
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.layouts.writing.WrittenLayout
import sparkwire.wire.places.CodeOnTrial

import org.openjdk.jmh.annotations._

/** Reads values of layouts into rows: by generated code, by the walk, and by the code that Kaitai
  * Struct's own compiler generates for the same layout. That gives an object, not a row;
  * `kaitai.py` puts it on the class path. The keys `-spark` that give fields other types are left out, so that
  * both sides do the same work; `readTyped` reads with them. The rows are then written, by generated
  * code and by the walk.
  */
class LayoutBench extends TimedBench {
  @Param(
    Array("payroll", "telemetry", "gnss_frame", "queue_packet", "bus_adu", "sensor_bits",
      "event_chunk", "coin_transaction"))
  var layout: String = _

  private var values: Array[Array[Byte]] = _
  private var coded: Decoder = _
  private var typed: Decoder = _
  private var walking: Decoder = _
  private var parse: MethodHandle = _
  private var rows: Array[Any] = _
  private var writing: Encoder = _
  private var writingByWalk: Encoder = _

  @Setup
  def setUp(): Unit = {
    val lines =
      Vectors.read("layouts/realistic").filter(_.path("layout_name").asText == layout)
    values = lines.filter(_.has("view")).map(line =>
      HexFormat.of.parseHex(line.get("hex").asText)).toArray
    val options = Options(Map("instances" -> "none"))
    val text = lines.head.get("layout").asText
    val root = OneLayout(text.replaceAll(",?\\s*-spark:\\s*(\\{(?!as)[^}]*\\}|\\w+)", ""), options)
    val typedRoot = OneLayout(text, options)
    def decoder(root: OneLayout) = {
      val plan = DecodePlan("layout_decode", Layouts, root, options, Ending.Strict, Twins("", ""))
      new Decoder(plan, plan.resultType, form = RowForm.Fields)
    }
    // A decoder takes the terms of its code with its first value.
    coded = decoder(root)
    typed = decoder(typedRoot)
    require(values.forall(typed.decode(_) != null))
    require(values.forall(coded.decode(_) != null))
    val rowType = Types.of(typedRoot.kind)
    rows = Rows.inBinaryForm(values.iterator.map(typed.decode), rowType)
    // Not every layout can be written.
    def encoder = Try(WrittenLayout(typedRoot)).toOption.fold(null: Encoder)(written =>
      Rows.encoder(Layouts, written, rowType))
    writing = encoder
    CodeOnTrial.terms = CodeOnTrial.terms.copy(many = Long.MaxValue)
    walking = decoder(root)
    walking.decode(values.head)
    writingByWalk = encoder
    if (writing != null) for (row <- rows)
      require(
        Arrays.equals(
          writing.encode(row).asInstanceOf[Array[Byte]],
          writingByWalk.encode(row).asInstanceOf[Array[Byte]]))
    parse = Try {
      val name = "kbench." + layout.split('_').map(_.capitalize).mkString
      val made = Class.forName(name)
      val stream = Class.forName("io.kaitai.struct.KaitaiStream")
      val buffer = Class.forName("io.kaitai.struct.ByteBufferKaitaiStream")
      val lookup = MethodHandles.publicLookup
      val open = lookup.findConstructor(
        buffer, MethodType.methodType(classOf[Unit], classOf[Array[Byte]]))
      val read = lookup.findConstructor(made, MethodType.methodType(classOf[Unit], stream))
      MethodHandles.filterArguments(read, 0, open.asType(open.`type`.changeReturnType(stream)))
        .asType(MethodType.methodType(classOf[Object], classOf[Array[Byte]]))
    }.getOrElse(null)
  }

  @Benchmark def read: Any = coded.decode(values(next(values.length)))
  @Benchmark def readTyped: Any = typed.decode(values(next(values.length)))
  @Benchmark def walk: Any = walking.decode(values(next(values.length)))
  @Benchmark def kaitai: Any = parse.invoke(values(next(values.length)))
  @Benchmark def written: Any = writing.encode(rows(next(rows.length)))
  @Benchmark def writtenByWalk: Any = writingByWalk.encode(rows(next(rows.length)))
}
