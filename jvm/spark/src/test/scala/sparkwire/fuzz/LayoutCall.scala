package sparkwire.fuzz

import sparkwire.wire.Vectors

/** A call with a layout of the vectors, and with the values that the vectors have of it. */
private[fuzz] final class LayoutCall(function: String, name: String, options: Map[String, String])
    extends FuzzedCall(function, "layouts", LayoutCall.arguments(name, options): _*) {
  override def known: Seq[Array[Byte]] = LayoutCall.values(name)
}

/** Values of a layout that are encoded and decoded again. */
private[fuzz] final class EncodedLayouts(name: String)
    extends EncodedCall("layout_decode", "layout_encode", "layouts",
      LayoutCall.arguments(name, Map.empty): _*) {
  override def known: Seq[Array[Byte]] = LayoutCall.values(name)
  override protected def encodingArguments: Seq[Any] = LayoutCall.arguments(name, Map.empty)
}

private[fuzz] object LayoutCall {

  /** The layouts with which the target `layouts` tries bytes. Together they use all of the language:
    * text, packed numbers, checksums, bits, switches, positions, substreams, recursion, processing.
    */
  private val tried = Seq("payroll", "telemetry", "gnss_frame", "card_payment", "queue_packet",
    "bus_adu", "management_tree", "sensor_bits", "event_chunk", "archive", "wire_frame",
    "coin_transaction", "log_block")

  // Their values follow each other without gaps.
  private val streamed = Seq("payroll", "bus_adu", "coin_transaction")

  // Their values can be encoded, and no size has room for bytes that nothing reads.
  private val written = Seq("payroll", "gnss_frame", "sensor_bits")

  val all: Seq[(String, FuzzedCall)] =
    written.map(name => s"layout_encode-$name" -> new EncodedLayouts(name)) ++
      tried.map(name =>
        s"layout_decode-$name" -> new LayoutCall("layout_decode", name, Map.empty)) ++
      streamed.map(name =>
        s"layout_decode_all-$name" -> new LayoutCall("layout_decode_all", name, Map.empty)) ++
      Seq(
        "layout_decode-numbers" -> new LayoutCall("layout_decode", "telemetry",
          Map("enums" -> "number", "switch" -> "variant")),
        "layout_decode-prefix" -> new LayoutCall("layout_decode", "archive",
          Map("instances" -> "none", "trailing" -> "ignore", "verify" -> "none")))

  private lazy val lines =
    Seq("realistic", "streams").flatMap(Vectors.read("layouts", _).map(_.json))

  def arguments(name: String, options: Map[String, String]): Seq[Any] =
    Seq(layout(name)) ++ Option.when(options.nonEmpty)(options)

  private def layout(name: String): String =
    lines.find(line => line.has("layout") && line.path("layout_name").asText == name).get
      .path("layout").asText

  def values(name: String): Seq[Array[Byte]] =
    lines.filter(line => line.has("hex") && line.path("layout_name").asText == name)
      .map(line => Vectors.bytes(line.path("hex").asText))
}
