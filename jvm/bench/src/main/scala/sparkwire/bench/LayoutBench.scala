package sparkwire.bench

import java.lang.invoke.{MethodHandle, MethodHandles, MethodType}
import java.nio.file.{Files, Path}
import java.util.HexFormat

import scala.jdk.CollectionConverters._
import scala.util.Try

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.rows.RowForm
import sparkwire.wire.core.Options
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.places.CodeOnTrial

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.openjdk.jmh.annotations._

/** Reads values of layouts into rows: by generated code, by the walk, and by the code that Kaitai
  * Struct's own compiler generates for the same layout. That gives an object, not a row;
  * `kaitai.py` puts it on the class path.
  */
class LayoutBench extends TimedBench {
  @Param(
    Array("payroll", "telemetry", "gnss_frame", "queue_packet", "bus_adu", "sensor_bits",
      "event_chunk", "coin_transaction"))
  var layout: String = _

  private var values: Array[Array[Byte]] = _
  private var coded: Decoder = _
  private var walking: Decoder = _
  private var parse: MethodHandle = _

  @Setup
  def setUp(): Unit = {
    val json = new ObjectMapper
    val lines = Files.readAllLines(Path.of("tests/vectors/layouts/realistic.jsonl")).asScala
      .map(json.readTree(_)).filter(_.path("layout_name").asText == layout)
    values = lines.filter(_.has("view")).map((line: JsonNode) =>
      HexFormat.of.parseHex(line.get("hex").asText)).toArray
    val options = Options(Map("instances" -> "none"))
    val root = OneLayout(lines.head.get("layout").asText, options)
    def decoder = {
      val plan = DecodePlan("layout_decode", Layouts, root, options, Ending.Strict, Twins("", ""))
      new Decoder(plan, plan.resultType, form = RowForm.Fields)
    }
    // A decoder takes the terms of its code with its first value.
    coded = decoder
    require(values.forall(coded.decode(_) != null))
    CodeOnTrial.terms = CodeOnTrial.terms.copy(many = Long.MaxValue)
    walking = decoder
    walking.decode(values.head)
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

  @Benchmark def rows: Any = coded.decode(values(next(values.length)))
  @Benchmark def walk: Any = walking.decode(values(next(values.length)))
  @Benchmark def kaitai: Any = parse.invoke(values(next(values.length)))
}
