package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, Expression, Literal, UnsafeProjection
}
import org.apache.spark.sql.types.{DataType, MapType, StringType}

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments

/** A call of `X_decode` whose values are encoded by `X_encode` and decoded again.
  *
  * @param further
  *   the further arguments of the decoding
  */
private[fuzz] class EncodedCall(decode: String, encode: String, vectors: String,
    further: Any*)
    extends FuzzedCall(decode, vectors, further: _*) {
  override def covers: Seq[String] = Seq(encode)

  private lazy val decoded = attempt.get
  private lazy val asRow = UnsafeProjection.create(Array[DataType](decoded.dataType))
  private lazy val encoded = encoding(s"try_$encode")
  private lazy val fault = encoding(s"${encode}_fault")

  private def encoding(name: String): Expression = {
    val row = FunctionCatalog.all.find(_.name == name).get
    val more = encodingArguments.map {
      case options: Map[_, _] => Literal.create(options, MapType(StringType, StringType))
      case one => Literal(one)
    }
    row.build(
      Arguments.bind(row, BoundReference(0, decoded.dataType, nullable = true) +: more))
  }

  /** The further arguments of the encoding. */
  protected def encodingArguments: Seq[Any] = Nil

  /** Asserts that a value that was decoded can be written, and that the written bytes decode to the
    * same value.
    */
  override def check(bytes: Array[Byte]): Unit = {
    val value = decoded.eval(row(bytes))
    if (value != null) {
      val before = asRow(InternalRow(value)).getBytes
      val written = encoded.eval(InternalRow(value)).asInstanceOf[Array[Byte]]
      if (written == null) {
        val why = fault.eval(InternalRow(value)).asInstanceOf[InternalRow]
        require(mayRefuse(why), s"not written: $why")
      } else {
        val after = asRow(InternalRow(decoded.eval(row(written)))).getBytes
        require(before.sameElements(after), s"another value after ${written.toSeq}")
      }
    }
  }

  /** Whether a value that was decoded may be refused for this reason. */
  protected def mayRefuse(fault: InternalRow): Boolean = false
}

/** Record batches. Those of magic 0 and 1 are decoded, but not encoded. */
private[fuzz] final class EncodedBatches
    extends EncodedCall("kafka_records_decode", "kafka_records_encode", "kafka") {
  override protected def mayRefuse(fault: InternalRow): Boolean =
    fault.getString(1).endsWith("].magic")
}

/** Like [[EncodedCall]], for a call whose further arguments the encoding also takes, and for which
  * `others` are valid values.
  */
private[fuzz] class EncodedLayoutCall(decode: String, encode: String, vectors: String,
    others: => Seq[Array[Byte]], further: Any*)
    extends EncodedCall(decode, encode, vectors, further: _*) {
  override def known: Seq[Array[Byte]] = super.known ++ others
  override protected def encodingArguments: Seq[Any] = further
}

/** Containers. A decimal of more digits than its schema allows is read, but not written, as Avro's own
  * library does it.
  */
private[fuzz] final class EncodedContainers(others: => Seq[Array[Byte]])
    extends EncodedLayoutCall("avro_container_decode", "avro_container_encode", "cernan", others) {
  override protected def mayRefuse(fault: InternalRow): Boolean =
    fault.getString(0) == "out-of-range"
  override protected def encodingArguments: Seq[Any] =
    Seq(Map("codecs" -> "null,deflate,snappy,bzip2,xz,zstandard"))
}

/** Objects of Ignite with typed fields. */
private[fuzz] final class EncodedObjects
    extends EncodedCall("ignite_decode", "ignite_encode", "ignite",
      "id INT, name STRING, salary DECIMAL(20,2), tags ARRAY<STRING>") {
  override protected def encodingArguments: Seq[Any] = Seq(Map("type" -> "T"))
}
