package sparkwire.wire.kafka.definitions

import sparkwire.wire.core.Sink
import sparkwire.wire.writing.Source

/** The default of a field as a value to be written. A struct of defaults is a source that names no
  * field.
  */
private[kafka] final class DefaultSource(default: DefaultValue) extends Source {
  import DefaultSource._

  private def other: Nothing =
    throw new IllegalStateException(s"the default is of another type: $default")

  override def has(field: Int): Boolean = default ne DefaultValue.Null
  override def names(field: Int): Boolean = true
  override def bool(field: Int): Boolean = default match {
    case DefaultValue.Flag(value) => value
    case _ => other
  }
  override def int(field: Int): Long = default match {
    case DefaultValue.Whole(value) => value
    case _ => other
  }
  override def unsigned(field: Int): Long = int(field)
  override def double(field: Int): Double = default match {
    case DefaultValue.Real(value) => value
    case _ => other
  }
  override def text(field: Int): Unit = ()
  override def binary(field: Int): Unit = ()
  override val bytes: Array[Byte] = default match {
    case text: DefaultValue.Text => text.bytes
    case _ => NoBytes
  }
  override def from: Int = 0
  override def until: Int = bytes.length
  override def struct(field: Int): Source = Empty
  override def list(field: Int): Source = Empty
  override def count: Int = 0
  override def dynamic(field: Int, sink: Sink): Unit = other
  override def path: String = ""
}

private[kafka] object DefaultSource {
  private val NoBytes = new Array[Byte](0)

  /** A struct without fields, and an empty list. */
  private object Empty extends Source {
    private def none: Nothing = throw new IllegalStateException("there is no such field")

    override def has(field: Int): Boolean = false
    override def names(field: Int): Boolean = false
    override def bool(field: Int): Boolean = none
    override def int(field: Int): Long = none
    override def unsigned(field: Int): Long = none
    override def double(field: Int): Double = none
    override def text(field: Int): Unit = none
    override def binary(field: Int): Unit = none
    override def bytes: Array[Byte] = none
    override def from: Int = none
    override def until: Int = none
    override def struct(field: Int): Source = none
    override def list(field: Int): Source = none
    override def count: Int = 0
    override def dynamic(field: Int, sink: Sink): Unit = none
    override def path: String = ""
  }
}
