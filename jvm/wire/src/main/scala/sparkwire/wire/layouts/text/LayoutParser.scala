package sparkwire.wire.layouts.text

import scala.collection.mutable

import sparkwire.wire.core.Nearest
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.model._

/** Reads the types of a layout from its text. Names are resolved later. */
private[layouts] object LayoutParser {

  def parse(text: String): TypeDef = {
    val top = MapEntries.of(YamlParser.parse(text), "")
    top.requireKnown(TypeKeys)
    val id = top.entries("meta").flatMap(_.text("id")).fold("root")(
      MapEntries.id(_, "/meta/id", "a layout"))
    val root = new TypeDef(id, "", null)
    root.isRoot = true
    if (top.items("params").exists(_.nonEmpty))
      top.refuse("params", "the root has no parameters here: nothing would pass them")
    readType(top, root, Defaults.None)
    root
  }

  private val TypeKeys =
    Seq("meta", "doc", "doc-ref", "to-string", "params", "seq", "types", "instances", "enums")
  private val MetaKeys = Seq("id", "title", "application", "file-extension", "xref", "license",
    "tags", "ks-version", "ks-debug", "ks-opaque-types", "imports", "encoding", "endian",
    "bit-endian")

  private def readType(entries: MapEntries, to: TypeDef, inherited: Defaults): Unit = {
    entries.requireKnown(TypeKeys)
    entries.get("-spark").foreach(readSpark(_, entries, to))
    // A file that was imported knows nothing of the one that imports it.
    val around = if (to.isRoot) Defaults.None else inherited
    to.defaults = entries.entries("meta").fold(around)(readMeta(_, to, around))
    to.enums = entries.entries("enums").fold(Map.empty[String, EnumDef])(readEnums)
    to.types = entries.entries("types").fold(Map.empty[String, TypeDef])(
      _.all.map {
        case (name, part) =>
          val place = s"${entries.place}/types/${name.asText}"
          val inner = new TypeDef(MapEntries.id(name.asText, place, "a type"), place, to)
          readType(MapEntries.of(part, place), inner, to.defaults)
          inner.id -> inner
      }.toMap)
    val members = new MemberParser(to)
    to.params = listed(entries, "params")(members.param)
    to.seq = listed(entries, "seq")(members.attribute)
    to.instances = entries.entries("instances").fold(Vector.empty[Member])(
      _.all.map {
        case (name, part) =>
          val place = s"${entries.place}/instances/${name.asText}"
          members.instance(
            MapEntries.id(name.asText, place, "an instance"), MapEntries.of(part, place))
      }.toVector)
    requireDistinct(to)
    if (to.alias != null && !to.member(to.alias).exists(
        _.spec.isInstanceOf[MemberSpec.Param] == false))
      entries.refuse("-spark",
        s"as: there is no field '${to.alias}'.${Nearest.hint(to.alias, to.members.flatMap(m => Option(m.id)).toSeq)}")
    to.toText = entries.expression("to-string")
  }

  private def listed(entries: MapEntries, key: String)(read: MapEntries => Member): Vector[Member] =
    entries.items(key).fold(Vector.empty[Member])(
      _.zipWithIndex.map { case (item, index) =>
        read(MapEntries.of(item, s"${entries.place}/$key/$index"))
      }.toVector)

  /** Instances are named by their keys. */
  private def idPlace(member: Member): String =
    if (member.place.contains("/instances/")) member.place else s"${member.place}/id"

  private def requireDistinct(of: TypeDef): Unit = {
    var places = Map.empty[String, String]
    of.members.filter(_.id != null).foreach { member =>
      places.get(member.id).foreach(first =>
        throw new BadLayout(idPlace(member), s"the name '${member.id}' is taken at $first"))
      places += member.id -> member.place
    }
  }

  private def readMeta(meta: MapEntries, of: TypeDef, inherited: Defaults): Defaults = {
    meta.requireKnown(MetaKeys)
    if (of.outer != null) meta.text("id").foreach(MapEntries.id(_, meta.placeOf("id"), "a type"))
    meta.text("ks-version").foreach(requireVersion(_, meta))
    meta.items("imports").filter(_.nonEmpty).foreach(_ =>
      meta.refuse("imports",
        "imports are files: give the text that sparkwire.layout(path) or " +
          "`sparkwire layout FILE` makes of them"))
    val order = meta.get("endian").map {
      case scalar: Yaml.Scalar => orderOf(scalar, meta.placeOf("endian"))
      case other => chosenOrder(MapEntries.of(other, meta.placeOf("endian")), of)
    }
    val bits = meta.text("bit-endian").map {
      case "le" => true
      case "be" => false
      case other => meta.refuse("bit-endian", s"expected le or be, found '$other'")
    }
    Defaults(
      order.getOrElse(inherited.order), bits.getOrElse(inherited.bitsAreLittle),
      meta.text("encoding").orElse(inherited.encoding))
  }

  private def requireVersion(version: String, meta: MapEntries): Unit = {
    val parts = version.split("\\.", -1).toSeq.map(
      _.toIntOption.getOrElse(
        meta.refuse("ks-version", s"expected a version such as 0.11, found '$version'")))
    import scala.math.Ordering.Implicits.seqOrdering
    if (Ordering[Seq[Int]].gt(parts, Seq(0, 11, 0)))
      meta.refuse("ks-version", s"the layout needs version $version of the language, this is 0.11")
    if (Ordering[Seq[Int]].lt(parts, Seq(0, 6)))
      meta.refuse("ks-version", s"the first version of the language is 0.6, found $version")
  }

  private def orderOf(scalar: Yaml.Scalar, place: String): Order = scalar.text match {
    case "be" => Order.Big
    case "le" => Order.Little
    case other => throw new BadLayout(place, s"expected le or be, found '$other'")
  }

  private def chosenOrder(entries: MapEntries, of: TypeDef): Order = {
    entries.requireKnown(Seq("switch-on", "cases"))
    val on = entries.expression("switch-on").getOrElse(entries.refuseHere("switch-on is missing"))
    val cases =
      entries.entries("cases").getOrElse(entries.refuseHere("cases are missing")).all.map {
        case (key, value: Yaml.Scalar) =>
          val place = s"${entries.place}/cases/${key.asText}"
          Order.OrderCase(
            MemberParser.caseKey(key, place), orderOf(value, place) == Order.Big, place)
        case (key, other) =>
          throw new BadLayout(
            s"${entries.place}/cases/${key.asText}", s"expected le or be, found ${other.what}")
      }
    Order.Chosen(of, on, cases, entries.place)
  }

  private def readSpark(spark: Yaml, around: MapEntries, of: TypeDef): Unit = {
    val entries = spark match {
      case map: Yaml.Mapping => new MapEntries(map, around.placeOf("-spark"))
      case other => around.refuse("-spark",
          s"expected {as: FIELD} or {root: true} on a type, found ${other.what}")
    }
    entries.all.map(_._1.asText).find(key => key != "as" && key != "root").foreach(unknown =>
      around.refuse("-spark", s"unknown key '$unknown'. Accepted on a type: as, root"))
    of.alias = entries.scalar("as").map(_.asText).orNull
    if (entries.boolean("root").getOrElse(false)) of.isRoot = true
  }

  private def readEnums(
      enums: MapEntries): Map[String, EnumDef] = enums.all.map { case (name, part) =>
    val place = enums.placeOf(name.asText)
    val id = MapEntries.id(name.asText, place, "an enum")
    val labels = MapEntries.of(part, place).all.map { case (key, value) =>
      val at = s"$place/${key.asText}"
      val number = key.asWhole.getOrElse(
        throw new BadLayout(at, s"expected a whole number, found '${key.text}'"))
      val label = value match {
        case scalar: Yaml.Scalar if !scalar.isNull => MapEntries.id(scalar.asText, at, "a label")
        case map: Yaml.Mapping =>
          val about = new MapEntries(map, at)
          about.requireKnown(Seq("id", "doc", "doc-ref"))
          MapEntries.id(
            about.text("id").getOrElse(about.refuseHere("id is missing")), s"$at/id", "a label")
        case other => throw new BadLayout(at, s"expected a label, found ${other.what}")
      }
      number -> label
    }.toVector
    val seen = mutable.Set.empty[String]
    labels.find { case (_, label) => !seen.add(label) }.foreach { case (number, twice) =>
      throw new BadLayout(s"$place/$number", s"the label '$twice' occurs twice")
    }
    id -> new EnumDef(id, labels)
  }.toMap
}
