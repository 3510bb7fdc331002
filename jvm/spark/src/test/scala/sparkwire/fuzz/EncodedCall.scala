package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, UnsafeProjection}
import org.apache.spark.sql.types.DataType

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments

/** A call of `X_decode` whose values are encoded by `X_encode` and decoded again.
  *
  * @param further
  *   the further arguments of the decoding
  */
private[fuzz] final class EncodedCall(decode: String, encode: String, vectors: String,
    further: Any*)
    extends FuzzedCall(decode, vectors, further: _*) {
  override def covers: Seq[String] = Seq(encode)

  private lazy val decoded = attempt.get
  private lazy val asRow = UnsafeProjection.create(Array[DataType](decoded.dataType))
  private lazy val encoded = encoding(s"try_$encode")
  private lazy val fault = encoding(s"${encode}_fault")

  private def encoding(name: String): Expression = {
    val row = FunctionCatalog.all.find(_.name == name).get
    row.build(Arguments.bind(row, Seq(BoundReference(0, decoded.dataType, nullable = true))))
  }

  /** Asserts that a value that was decoded can be written, and that what is written decodes to the
    * same value.
    */
  override def check(bytes: Array[Byte]): Unit = {
    val value = decoded.eval(row(bytes))
    if (value != null) {
      val before = asRow(InternalRow(value)).getBytes
      val written = encoded.eval(InternalRow(value)).asInstanceOf[Array[Byte]]
      require(written != null, s"not written: ${fault.eval(InternalRow(value))}")
      val after = asRow(InternalRow(decoded.eval(row(written)))).getBytes
      require(before.sameElements(after), s"another value after ${written.toSeq}")
    }
  }
}
