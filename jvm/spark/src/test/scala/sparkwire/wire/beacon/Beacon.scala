package sparkwire.wire.beacon

import sparkwire.wire.core.{Format, Options, OptionSpec, Reason}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.layouts.writing.WrittenLayout

/** Beacons: reports of a ship's position. */
object Beacon extends Format {
  val name = "beacon"
  override val options: Seq[OptionSpec] = Layouts.options
  def reasons: Seq[Reason] = Layouts.reasons

  private val layout = """
    meta: {id: beacon, endian: be, encoding: UTF-8}
    seq:
      - {id: magic, contents: [0xbe, 0xac], -spark: hidden}
      - {id: size, type: u2, -spark: hidden, doc: 'From `sent_at` to the end'}
      - {id: crc, type: u4, -spark: {checksum: crc32, from: sent_at}}
      - {id: sent_at, type: s8, -spark: {timestamp: millis}}
      - {id: latitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: longitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: is_moored, type: b1}
      - {id: kind, type: b7, enum: kind}
      - {id: name, type: str, size: size - 17}
    enums:
      kind: {1: cargo, 2: tanker, 3: tug}
  """

  /** One beacon with nothing after it. */
  val One: OneLayout = OneLayout(layout, Options.none)
  val Encoded: WrittenLayout = WrittenLayout(One)
}
