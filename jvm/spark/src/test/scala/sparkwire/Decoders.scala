package sparkwire

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, VariantType}
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.core.{Format, Options, Root}
import sparkwire.wire.msgpack.Msgpack

/** Makes decoders as a query would, but without a session. */
object Decoders {

  def plan(ending: Ending, asked: DataType, options: Map[String, String], format: Format = Msgpack,
      root: Root = Msgpack.OneValue): DecodePlan =
    DecodePlan(s"${format.name}_decode", format, root, Options(options), ending,
      Twins(s"try_${format.name}_decode", s"${format.name}_fault"), asked)

  def decoder(ending: Ending = Ending.Strict, asked: DataType = VariantType,
      options: Map[String, String] = Map.empty): Decoder = {
    val made = plan(ending, asked, options)
    new Decoder(made, made.resultType)
  }

  def value(bytes: Array[Byte], asked: DataType = VariantType,
      options: Map[String, String] = Map.empty): Any =
    decoder(Ending.Strict, asked, options).decode(bytes)

  /** Returns the reason and the path of the fault, or null if there is none. */
  def fault(bytes: Array[Byte], asked: DataType = VariantType,
      options: Map[String, String] = Map.empty): (String, String) =
    decoder(Ending.FaultRow, asked, options).decode(bytes) match {
      case row: InternalRow => (text(row.getUTF8String(0)), text(row.getUTF8String(2)))
      case _ => null
    }

  private def text(value: UTF8String): String = value.toString
}
