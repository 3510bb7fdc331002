package sparkwire.wire.kafka.definitions

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.Sink
import sparkwire.wire.kafka.KafkaUuids

/** The value of a field that is not on the wire. */
private[kafka] sealed abstract class DefaultValue {
  def give(sink: Sink): Unit

  /** Whether it is null, or there is no default. */
  final def isNone: Boolean = (this eq DefaultValue.Null) || (this eq DefaultValue.None)
}

private[kafka] object DefaultValue {
  case object Null extends DefaultValue {
    def give(sink: Sink): Unit = sink.nothing()
  }
  final case class Flag(value: Boolean) extends DefaultValue {
    def give(sink: Sink): Unit = sink.bool(value)
  }
  final case class Whole(value: Long) extends DefaultValue {
    def give(sink: Sink): Unit = sink.int(value)
  }
  final case class Real(value: Double) extends DefaultValue {
    def give(sink: Sink): Unit = sink.double(value)
  }
  final case class Text(value: String) extends DefaultValue {
    val bytes: Array[Byte] = value.getBytes(UTF_8)
    def give(sink: Sink): Unit = sink.word(bytes)
  }
  case object EmptyBytes extends DefaultValue {
    private[this] val bytes = new Array[Byte](0)
    def give(sink: Sink): Unit = sink.binary(bytes, 0, 0)
  }
  case object EmptyList extends DefaultValue {
    def give(sink: Sink): Unit = if (sink.beginArray(0)) sink.endArray() else sink.skipped()
  }

  /** A struct of the defaults of its fields. They depend on the version: only the plan knows them.
    */
  case object Fields extends DefaultValue {
    def give(sink: Sink): Unit =
      throw new IllegalStateException("a struct is given by its plan")
  }

  /** Nothing is given: the field stays NULL. */
  case object None extends DefaultValue {
    def give(sink: Sink): Unit = ()
  }

  /** @return
    *   the default, or why the text is not one
    */
  def parse(text: Option[String], code: Int, isArray: Boolean,
      isNullable: Boolean): Either[String, DefaultValue] = {
    val written = text.getOrElse("")
    def word(empty: DefaultValue): Either[String, DefaultValue] = written match {
      case "" => Right(empty)
      case "null" if isNullable => Right(Null)
      case "null" => Left("null, but not all its versions are nullable")
      case other => Left(s"'$other', but it can be empty or null only")
    }
    if (isArray) word(EmptyList)
    else code match {
      case Code.Bool => bool(written)
      case Code.Float64 => written match {
          case "" => Right(Real(0.0))
          case _ => written.toDoubleOption.map(Real).toRight(s"'$written', which is not a number")
        }
      case Code.Uuid => if (written.isEmpty) Right(Text(KafkaUuids.Zero)) else uuid(written)
      case Code.Text => word(Text("")) match {
          case Left(_) if written != "null" => Right(Text(written))
          case found => found
        }
      case Code.Bytes => word(EmptyBytes)
      case Code.Struct => word(Fields)
      case _ => whole(written, code)
    }
  }

  private def bool(written: String): Either[String, DefaultValue] = written.toLowerCase match {
    case "" | "false" => Right(Flag(false))
    case "true" => Right(Flag(true))
    case _ => Left(s"'$written', which is neither true nor false")
  }

  private def uuid(written: String): Either[String, DefaultValue] =
    Either.cond(KafkaUuids.isText(written), Text(written), s"'$written', which is not a UUID")

  private def whole(written: String, code: Int): Either[String, DefaultValue] = {
    val (digits, base) = if (written.startsWith("0x")) (written.drop(2), 16) else (written, 10)
    val (least, most) = code match {
      case Code.Int8 => (Byte.MinValue.toLong, Byte.MaxValue.toLong)
      case Code.Int16 => (Short.MinValue.toLong, Short.MaxValue.toLong)
      case Code.UInt16 => (0L, 0xffffL)
      case Code.Int32 => (Int.MinValue.toLong, Int.MaxValue.toLong)
      case Code.UInt32 => (0L, 0xffffffffL)
      case _ => (Long.MinValue, Long.MaxValue)
    }
    if (written.isEmpty) Right(Whole(0))
    else {
      val isNumber = digits.matches(if (base == 16) "[0-9a-fA-F]+" else "[+-]?[0-9]+")
      val number = if (isNumber) BigInt(digits.stripPrefix("+"), base) else null
      Either.cond(isNumber && number >= least && number <= most, Whole(number.toLong),
        s"'$written', which is not a number from $least to $most")
    }
  }
}
