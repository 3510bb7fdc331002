package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, Expression, Literal, UnsafeProjection
}
import org.apache.spark.sql.types.{BinaryType, DataType}

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.wire.{Line, Vectors}
import sparkwire.wire.kafka.CoordinatorRecords

import com.fasterxml.jackson.databind.JsonNode

/** Records of an internal topic. The first byte is the length of the key, which follows it. The
  * rest is the value, or NULL if nothing is left.
  */
private[fuzz] class RecordCall(topic: String) extends FuzzedCall("kafka_record_decode", "kafka") {
  override def known: Seq[Array[Byte]] = vectors ++ written

  private def vectors =
    for (line <- Vectors.read("kafka", "internal_topics") if topicOf(line) == topic) yield {
      val key = hex(line.json.path("args").path("key"))
      (key.length.toByte +: key) ++ hex(line.json.path("hex"))
    }

  private def written =
    if (CoordinatorRecords.topics.contains(topic))
      for (record <- CoordinatorRecords.of(topic, samples = 1) if record.key.length < 128)
        yield (record.key.length.toByte +: record.key) ++ record.value
    else Nil

  // The vectors of the metadata log have neither a topic nor a key.
  private def topicOf(line: Line): String =
    if (line.text("kind") == "metadata-record") "__cluster_metadata"
    else line.json.path("args").path("topic").asText

  private def hex(text: JsonNode): Array[Byte] =
    if (text.isTextual) Vectors.bytes(text.asText) else Array.emptyByteArray

  override protected def arguments: Seq[Expression] =
    Seq(Literal(topic), BoundReference(0, BinaryType, nullable = true),
      BoundReference(1, BinaryType, nullable = true))

  override def row(bytes: Array[Byte]): InternalRow = {
    val (key, value) = bytes.drop(1).splitAt(bytes.headOption.fold(0)(_ & 0xff))
    InternalRow(key, if (value.isEmpty) null else value)
  }

  // Decoding accepts a known type at an unknown version, without its value.
  override protected def passesOver(fault: InternalRow, decoded: Any): Boolean =
    decoded match {
      case record: InternalRow =>
        require(fault.getString(0) == "unsupported-version" && record.isNullAt(5))
        true
      case _ => false
    }

  override protected def lengths(row: InternalRow): Seq[Int] =
    Seq(row.getBinary(0).length, if (row.isNullAt(1)) 0 else row.getBinary(1).length)
}

/** Records that are encoded again: the written bytes are decoded to the same record. */
private[fuzz] final class EncodedRecords(topic: String) extends RecordCall(topic) {
  override def covers: Seq[String] = Seq("kafka_record_encode")

  private lazy val decoded = attempt.get
  private lazy val asRow = UnsafeProjection.create(Array[DataType](decoded.dataType))
  private lazy val encoded = {
    val row = FunctionCatalog.all.find(_.name == "try_kafka_record_encode").get
    row.build(
      Arguments.bind(
        row, Seq(BoundReference(0, decoded.dataType, nullable = true), Literal(topic))))
  }

  override def check(bytes: Array[Byte]): Unit =
    decoded.eval(row(bytes)) match {
      // A value of an unknown version is not decoded, so it cannot be written.
      case record: InternalRow if !record.isNullAt(5) || record.getBoolean(3) =>
        val before = asRow(InternalRow(record)).getBytes
        val written = encoded.eval(InternalRow(record)).asInstanceOf[InternalRow]
        if (!record.isNullAt(4)) {
          require(written != null, s"not written: $record")
          val after = asRow(InternalRow(decoded.eval(written))).getBytes
          require(before.sameElements(after), s"another record after $written")
        }
      case _ => ()
    }
}
