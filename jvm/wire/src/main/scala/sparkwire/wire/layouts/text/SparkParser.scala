package sparkwire.wire.layouts.text

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.model.{SparkForm, SparkSpec}

/** Reads the key `-spark` of a field or instance. Whether it suits the type of the field is found
  * when types are known.
  */
private[text] object SparkParser {
  private final val Key = "-spark"
  private val Words = Seq("hidden", "date", "uuid")
  private val Keys =
    Seq("hidden", "timestamp", "decimal", "packed", "zoned", "checksum", "from", "until")
  val Checksums: Seq[String] =
    Seq("crc32", "crc32c", "crc16-arc", "crc16-ccitt-false", "adler32", "sum8", "xor8")
  private val Units = Seq("seconds", "millis", "micros", "nanos")
  private final val MostDigits = 38

  def parse(entries: MapEntries): SparkSpec = {
    def refuse(why: String): Nothing = throw new BadLayout(entries.placeOf(Key), why)
    entries.get(Key) match {
      case None => MemberParser.NoSpark
      case Some(scalar: Yaml.Scalar) => scalar.text match {
          case "hidden" => SparkSpec(isHidden = true, SparkForm.Plain)
          case "date" => SparkSpec(isHidden = false, SparkForm.Date)
          case "uuid" => SparkSpec(isHidden = false, SparkForm.Uuid)
          case other => refuse(
              s"'$other' is not known. Accepted: ${Words.mkString(", ")}, or a map of one of ${Keys.mkString(", ")}")
        }
      case Some(map: Yaml.Mapping) => ofMap(new MapEntries(map, entries.placeOf(Key)), refuse)
      case Some(other) => refuse(s"expected a word or a map, found ${other.what}")
    }
  }

  private def ofMap(map: MapEntries, refuse: String => Nothing): SparkSpec = {
    val keys = map.all.map(_._1.asText)
    keys.find(!Keys.contains(_)).foreach(unknown =>
      refuse(s"unknown key '$unknown'. Accepted: ${Keys.mkString(", ")}"))
    def text(key: String): Option[String] = map.get(key).map {
      case scalar: Yaml.Scalar if !scalar.isNull => scalar.asText
      case other => refuse(s"$key: expected a word, found ${other.what}")
    }
    def digits(key: String): (Int, Int) = map.get(key) match {
      case Some(Yaml.Listing(Seq(precision: Yaml.Scalar, scale: Yaml.Scalar))) =>
        (precision.asWhole, scale.asWhole) match {
          case (Some(p), Some(s)) if p >= 1 && p <= MostDigits && s >= 0 && s <= p =>
            (p.toInt, s.toInt)
          case _ => refuse(
              s"$key: expected [precision, scale] with a precision of 1 to $MostDigits and a scale of 0 to the precision")
        }
      case _ => refuse(s"$key: expected [precision, scale]")
    }
    val isHidden = map.get("hidden").exists {
      case scalar: Yaml.Scalar =>
        scalar.asBoolean.getOrElse(refuse("hidden: expected true or false"))
      case other => refuse(s"hidden: expected true or false, found ${other.what}")
    }
    val form = keys.filterNot(key => key == "hidden" || key == "from" || key == "until") match {
      case Seq() => SparkForm.Plain
      case Seq("timestamp") =>
        val unit = text("timestamp").get
        if (!Units.contains(unit))
          refuse(s"timestamp: expected ${Units.mkString(", ")}, found '$unit'")
        SparkForm.Timestamp(unit)
      case Seq(kind @ ("decimal" | "packed" | "zoned")) =>
        val (precision, scale) = digits(kind)
        kind match {
          case "decimal" => SparkForm.Decimal(precision, scale)
          case "packed" => SparkForm.Packed(precision, scale)
          case _ => SparkForm.Zoned(precision, scale)
        }
      case Seq("checksum") =>
        val kind = text("checksum").get
        if (!Checksums.contains(kind))
          refuse(s"checksum: expected ${Checksums.mkString(", ")}, found '$kind'")
        SparkForm.Checksum(kind, text("from"), text("until"))
      case several => refuse(s"only one of ${several.mkString(", ")} can be given")
    }
    if (!form.isInstanceOf[SparkForm.Checksum] && (map.has("from") || map.has("until")))
      refuse("from and until belong to a checksum")
    SparkSpec(isHidden, form)
  }
}
