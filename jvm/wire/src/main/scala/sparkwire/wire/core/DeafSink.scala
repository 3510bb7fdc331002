package sparkwire.wire.core

import java.math.BigInteger

/** A sink that wants nothing and keeps nothing: the base of sinks that look at few kinds of values. */
abstract class DeafSink extends Sink {
  override def beginStruct(shape: Shape): Boolean = true
  override def needed: Long = 0L
  override def wanted(field: Int): Boolean = false
  override def derives(field: Int): Boolean = false
  override def skipped(): Unit = ()
  override def endStruct(): Unit = ()
  override def beginArray(count: Int): Boolean = false
  override def element(): Unit = ()
  override def endArray(): Unit = ()
  override def beginMap(count: Int): Boolean = false
  override def key(): Unit = ()
  override def value(): Boolean = false
  override def endMap(): Unit = ()
  override def nothing(): Unit = ()
  override def bool(value: Boolean): Unit = ()
  override def int(value: Long): Unit = ()
  override def unsigned(value: Long): Unit = ()
  override def float(value: Float): Unit = ()
  override def double(value: Double): Unit = ()
  override def decimal(unscaled: BigInteger, scale: Int): Unit = ()
  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = ()
  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = ()
  override def date(days: Int): Unit = ()
  override def timestamp(micros: Long): Unit = ()
  override def localTimestamp(micros: Long): Unit = ()
  override def instant(form: InstantForm, units: Long, nanos: Int): Unit = ()
}

/** A sink for walks that only validate. */
object Nowhere extends DeafSink

/** A sink that asks for everything that a row could ask for, whatever the options are. */
object Everything extends DeafSink {
  override def needed: Long = -1L
  override def wanted(field: Int): Boolean = true
  override def derives(field: Int): Boolean = true
  override def beginArray(count: Int): Boolean = true
  override def beginMap(count: Int): Boolean = true
  override def value(): Boolean = true
}
