package sparkwire.wire.avro.writing

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.places.{PlainPart, TextNumbers}
import sparkwire.wire.trace.Show
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** The number of a symbol of an enum. */
private[writing] final class EnumStep(symbols: Seq[String])
    extends DatumStep(Families(Family.Text)) {
  private[this] val numbers = new Symbols(symbols)

  override def fits(source: Source, field: Int): Boolean = numberOf(source, field) >= 0

  private def numberOf(source: Source, field: Int): Int = {
    source.text(field)
    numbers.of(source.bytes, source.from, source.until)
  }

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val number = numberOf(source, field)
    if (number < 0) throw Unencodable(AvroWriting.UnknownSymbol,
      Show.text(source.bytes, source.from, source.until), EnumStep.listed(symbols))
    VarintOutput.int(out, number)
  }

  override def plain(field: Int): PlainPart.OneField = PlainPart.Symbol(field, numbers)
}

private object EnumStep {
  private final val MostListed = 10

  def listed(symbols: Seq[String]): String = {
    val more = if (symbols.sizeIs > MostListed) s" and ${symbols.size - MostListed} more" else ""
    symbols.take(MostListed).map(Show.name).mkString(", ") + more
  }
}

/**
 * The numbers of an enum's symbols, which are found in their sorted UTF-8. Avro refuses a schema
 * that names a symbol twice.
 */
private final class Symbols(symbols: Seq[String]) extends TextNumbers {
  private[this] val (sorted, numbers) =
    symbols.zipWithIndex.map { case (symbol, number) => symbol.getBytes(UTF_8) -> number }
      .sortWith { case ((one, _), (other, _)) => Arrays.compare(one, other) < 0 }
      .toArray.unzip

  def of(text: Array[Byte], from: Int, until: Int): Int = {
    var low = 0
    var high = sorted.length
    var found = -1
    while (found < 0 && low < high) {
      val middle = (low + high) >>> 1
      val symbol = sorted(middle)
      val order = Arrays.compare(symbol, 0, symbol.length, text, from, until)
      if (order == 0) found = numbers(middle)
      else if (order < 0) low = middle + 1
      else high = middle
    }
    found
  }
}
