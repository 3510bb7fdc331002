package sparkwire.wire.ignite.writing

import java.time.{LocalDate, ZoneId}
import java.util.{Calendar, GregorianCalendar, TimeZone}

import sparkwire.wire.core._
import sparkwire.wire.ignite.{DayZone, Ignite}
import sparkwire.wire.writing._

/** One value that is written, of any type.
  *
  * @param asked
  *   the kind of the values, as for decoding; it takes any value
  */
case object WrittenValue extends Written {
  def kind: Kind = Kind.Dynamic
  override def holds(kind: Kind): Boolean = kind != Kind.LocalTimestamp
  override def instants: Seq[InstantForm] = Seq(InstantForm.Date, InstantForm.Timestamp)
  override def typeMark: String = "@type"

  def newWriter(options: Options, output: Output): Writer = new SinkWriter {
    private[this] val writer = new IgniteWriter(options, output)
    def sink: Sink = writer
    def begin(): Unit = writer.begin()
  }

  val TypeName: OptionSpec.Checked = OptionSpec.Checked("type", "the name of a type",
    "the type of a STRUCT that is the whole value and has no field `@type`", _ => None)
  val Footer: OptionSpec.Words = OptionSpec.Words("footer", Seq("full", "compact"),
    "`compact`: objects do not name their fields, which `types` must list")
  val SerializedJava: OptionSpec.Words =
    OptionSpec.Words("serializedJava", Seq("refuse", "write"),
      "`write`: `data` of an object whose `@type` is `optimized` is written as serialized Java, which a " +
        "node deserializes; only for values from a source that you trust")
  val options: Seq[OptionSpec] =
    Written.options ++ Seq(Footer, TypeName, SerializedJava, Ignite.Types, Ignite.Zone)
}

private[writing] object IgniteWriting {
  val NoType: Reason = Unencodable.UnknownType.because(
    "an object needs the name of its type: a field `@type`, or for the whole value the option `type`")
  val NoSchema: Reason = Unencodable.UnknownType.because(
    "a compact object needs its type and the order of its fields in the option `types`")
  val NoId: Reason = Unencodable.UnknownType.because(
    "only the place of the field in its object is known, and neither its name nor its id")
  val SameField: Reason = Unencodable.ConflictingField.because(
    "another field of the object has the same id, which is the hash of the name in lower case")
  val SameMark: Reason = Unencodable.ConflictingField.because(
    "the object says twice what its type or its raw data are")
  val Serialized: Reason = Unencodable.TypeMismatch.because(
    "serialized Java is written only with the option serializedJava = 'write', because a node runs " +
      "code of its classes when it reads it")
  val Stands: Reason = Unencodable.TypeMismatch.because(
    "a proxy and a value inside itself cannot be written")

  /** Returns the milliseconds of midnight in a zone, as `java.sql.Date` has them for a day. */
  def millisOf(days: Long, zone: String): Long =
    if (zone == "UTC" && days >= FirstGregorian) days * Day
    else {
      val date = LocalDate.ofEpochDay(days)
      val calendar = new GregorianCalendar(TimeZone.getTimeZone(ZoneId.of(zone)))
      calendar.clear()
      if (date.getYear <= 0) calendar.set(Calendar.ERA, GregorianCalendar.BC)
      calendar.set(if (date.getYear > 0) date.getYear else 1 - date.getYear,
        date.getMonthValue - 1, date.getDayOfMonth)
      calendar.getTimeInMillis
    }

  /** Returns the milliseconds of a time of day in a zone, as `java.sql.Time` has them. */
  def millisOfTime(nanos: Long, zone: DayZone): Long = {
    if (nanos % DayZone.NanosPerMilli != 0) throw new Unencodable(Unencodable.TooPrecise)
    zone.millisOf(nanos)
  }

  private final val Day = 86400000L
  // The first day for which the calendar of that class is ours.
  private final val FirstGregorian = -141427L
}
