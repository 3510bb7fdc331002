package sparkwire.files.lines

import java.nio.charset.StandardCharsets.UTF_8
import java.time.LocalDate

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, CreateNamedStruct, Literal, SpecializedGetters, StructsToJson
}
import org.apache.spark.sql.types._

/** Writes values of one type as `to_json` does in the time zone UTC, with microseconds. */
private[lines] abstract class RowJson {

  /** Writes the value at a place of a row or array that is not null there. */
  def put(from: SpecializedGetters, at: Int): Unit
}

private[sparkwire] object RowJson {

  /** The options of `to_json`: its default format would drop the microseconds. */
  val Options: Map[String, String] = Map("timestampFormat" -> "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")

  /** Returns what writes whole rows. */
  private[lines] def ofRow(schema: StructType, out: LineText): InternalRow => Unit = {
    val fields = new Fields(schema, out)
    fields.put
  }

  private def of(dataType: DataType, out: LineText): RowJson = dataType match {
    case struct: StructType => new Struct(new Fields(struct, out), struct.length)
    case ArrayType(element, _) => new Elements(of(element, out), out)
    case MapType(key, value, _) => new Entries(key, of(value, out), out)
    case VariantType => new Variants(new VariantJson(out))
    case StringType => new Texts(out)
    case BinaryType => (from, at) => out.base64(from.getBinary(at))
    case BooleanType => (from, at) => out.ascii(from.getBoolean(at).toString)
    case ByteType => (from, at) => out.long(from.getByte(at).toLong)
    case ShortType => (from, at) => out.long(from.getShort(at).toLong)
    case IntegerType => (from, at) => out.long(from.getInt(at).toLong)
    case LongType => (from, at) => out.long(from.getLong(at))
    case DoubleType => new Doubles(out)
    case decimal: DecimalType => new Decimals(decimal, out)
    case TimestampType => new Timestamps(out)
    case other => new BySpark(other, out)
  }

  private final class Fields(schema: StructType, out: LineText) {
    private[this] val names = schema.fieldNames.map { name =>
      val text = new LineText
      val bytes = name.getBytes(UTF_8)
      text.quoted(bytes, 0, bytes.length)
      text.put(':')
      text.toString.getBytes(UTF_8)
    }
    private[this] val values = schema.fields.map(field => of(field.dataType, out))

    /** Writes the fields that are not null. */
    def put(row: InternalRow): Unit = {
      out.put('{')
      var isFirst = true
      var i = 0
      while (i < values.length) {
        if (!row.isNullAt(i)) {
          if (!isFirst) out.put(',')
          isFirst = false
          out.put(names(i))
          values(i).put(row, i)
        }
        i += 1
      }
      out.put('}')
    }
  }

  private final class Struct(fields: Fields, length: Int) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = fields.put(from.getStruct(at, length))
  }

  private final class Elements(element: RowJson, out: LineText) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = {
      val array = from.getArray(at)
      out.put('[')
      var i = 0
      while (i < array.numElements()) {
        if (i > 0) out.put(',')
        if (array.isNullAt(i)) out.ascii("null") else element.put(array, i)
        i += 1
      }
      out.put(']')
    }
  }

  private final class Entries(key: DataType, value: RowJson, out: LineText) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = {
      val map = from.getMap(at)
      val (keys, values) = (map.keyArray(), map.valueArray())
      out.put('{')
      var i = 0
      while (i < map.numElements()) {
        if (i > 0) out.put(',')
        val name = keys.get(i, key).toString.getBytes(UTF_8)
        out.quoted(name, 0, name.length)
        out.put(':')
        if (values.isNullAt(i)) out.ascii("null") else value.put(values, i)
        i += 1
      }
      out.put('}')
    }
  }

  private final class Variants(variants: VariantJson) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = variants.put(from.getVariant(at))
  }

  private final class Texts(out: LineText) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = out.quoted(from.getUTF8String(at))
  }

  private final class Doubles(out: LineText) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit = {
      val value = from.getDouble(at)
      if (java.lang.Double.isFinite(value)) out.double(value) else out.ascii(s"\"$value\"")
    }
  }

  private final class Decimals(of: DecimalType, out: LineText) extends RowJson {
    def put(from: SpecializedGetters, at: Int): Unit =
      out.ascii(from.getDecimal(at, of.precision, of.scale).toJavaBigDecimal.toString)
  }

  private final class Timestamps(out: LineText) extends RowJson {
    private[this] val others = new BySpark(TimestampType, out)

    def put(from: SpecializedGetters, at: Int): Unit = {
      val micros = from.getLong(at)
      if (micros < FirstMicros || micros > LastMicros) others.put(from, at)
      else {
        val day = LocalDate.ofEpochDay(Math.floorDiv(micros, MicrosOfDay))
        val seconds = Math.floorMod(micros, MicrosOfDay) / 1000000
        out.put('"')
        out.digits(day.getYear.toLong, 4)
        out.put('-')
        out.digits(day.getMonthValue.toLong, 2)
        out.put('-')
        out.digits(day.getDayOfMonth.toLong, 2)
        out.put('T')
        out.digits(seconds / 3600, 2)
        out.put(':')
        out.digits(seconds / 60 % 60, 2)
        out.put(':')
        out.digits(seconds % 60, 2)
        out.put('.')
        out.digits(Math.floorMod(micros, 1000000L), 6)
        out.put('Z')
        out.put('"')
      }
    }
  }

  private final val MicrosOfDay = 24L * 60 * 60 * 1000000

  // The years from 1 to 9999.
  private val FirstMicros = LocalDate.of(1, 1, 1).toEpochDay * MicrosOfDay
  private val LastMicros = LocalDate.of(10000, 1, 1).toEpochDay * MicrosOfDay - 1

  /** Lets Spark write a value, as the only field of a struct. */
  private final class BySpark(dataType: DataType, out: LineText) extends RowJson {
    private[this] val json = StructsToJson(Options,
      CreateNamedStruct(Seq(Literal("v"), BoundReference(0, dataType, nullable = true))),
      Some("UTC")).replacement

    def put(from: SpecializedGetters, at: Int): Unit = {
      val text = json.eval(InternalRow(from.get(at, dataType))).toString
      out.json(text.substring("{\"v\":".length, text.length - 1))
    }
  }
}
