package sparkwire.files.capture

import java.nio.file.Files

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.DataFrame

import sparkwire.SparkSuite
import sparkwire.files.values.ValueReads
import sparkwire.wire.capture.{Captured, CaptureFiles => Written}
import sparkwire.wire.core.Options

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Captures as tables of the messages of a protocol. */
abstract class ProtocolSuite(protocol: String) extends AnyFunSuite with SparkSuite {
  protected def load(packets: Seq[Captured], options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-capture").option("protocol", protocol).options(options.toMap)
      .load(ValueReads.file(Written.pcap(packets)).toString)

  /** Returns the error with which a query fails. */
  protected def failure(table: DataFrame): SparkThrowable =
    intercept[Exception](table.collect()) match {
      case error: SparkThrowable => error
      case other => other.getCause.asInstanceOf[SparkThrowable]
    }

  /** Changes each byte of a file in turn: all columns can be read, and there are few rows. */
  protected def noByteFails(packets: Seq[Captured], mostRows: Int,
      protocol: String = this.protocol): Assertion = {
    val file = Written.pcap(packets)
    val options = Map("protocol" -> protocol)
    val columns = CaptureFiles.schema(Options(options)).fieldNames.toSeq
    val rows = for {
      at <- file.indices
      value <- Seq(0, 0x7f, 0x80, 0xff)
    } yield {
      val path = ValueReads.file(file.updated(at, value.toByte))
      val count = CaptureReads.rows(path, columns, options)
      Files.delete(path)
      (count, at, value)
    }
    assert(rows.filter { case (count, _, _) => count > mostRows } === Nil)
  }
}
