package sparkwire.wire.kafka

import sparkwire.wire.kafka.DefinitionConflicts.Conflict
import sparkwire.wire.kafka.WrittenDefinitions._
import sparkwire.wire.kafka.definitions.{Definitions, MessageDefinition}

import org.scalatest.funsuite.AnyFunSuite

/** The definitions of the same version of a message in the releases of Kafka are the same, and no
  * version that one of them has is missing.
  */
class ReleasesAgreeSuite extends AnyFunSuite {
  import ReleaseDifferences._

  private val releases = KafkaRelease.all
  private val pairs = releases.combinations(2).map(pair => pair.head -> pair.last).toSeq

  test("three releases, and definitions in each") {
    assert(releases.map(_.name) === Seq("4.4.0", "3.9.1", "2.8.2"))
    assert(
      releases.map(_.definitions.size).zip(Seq(280, 230, 130)).forall { case (found, least) =>
        found > least
      })
  }

  for ((newer, older) <- pairs)
    test(s"$newer and $older agree") {
      val found = conflicts(newer, older)
      val unknown = found.filterNot { case (message, conflict) =>
        exceptions.exists(_.covers(older.name, message, conflict))
      }
      assert(unknown.isEmpty,
        unknown.map { case (message, one) =>
          s"$message.${one.field}, version ${one.version}: ${one.what} is ${one.newer} in " +
            s"${artifact(newer, message)} and ${one.older} in ${artifact(older, message)}"
        }.mkString("\n", "\n", "\n"))
    }

  test("each exception is one") {
    val found = pairs.flatMap { case (newer, older) =>
      conflicts(newer, older).map(older.name -> _)
    }
    for (exception <- exceptions)
      assert(
        found.exists { case (older, (message, conflict)) =>
          exception.covers(older, message, conflict)
        },
        exception)
  }

  test("each other name is that of a field") {
    for ((release, message, path) <- OlderNames.all) {
      val struct = releases.find(_.name == release).get.definitions(message).struct
      val found = path.split('.').foldLeft(Option(struct) -> true) { case ((at, isThere), name) =>
        val field = at.flatMap(_.fields.find(_.name == name))
        field.flatMap(one => Option(one.struct)) -> (isThere && field.nonEmpty)
      }
      assert(found._2, s"$release $message $path")
    }
  }

  test("every version of every release is known, and as its newest release has it") {
    for (release <- releases; older <- release.definitions.values if !older.isRemoved) {
      val name = OlderNames.newest(older.name)
      val isLeftOut = leftOut.contains(release.name -> older.name)
      val missing = (older.validVersions.lowest to older.newest).filterNot(version =>
        Definitions.has(name) && Definitions(name).validVersions.has(version))
      assert(missing.isEmpty === !isLeftOut, s"$release ${older.name} $missing")
    }
    for ((release, name) <- leftOut.keys)
      assert(releases.exists(one => one.name == release && one.artifacts.contains(name)), name)
  }

  test("a version is as the newest release that has it says, tagged fields of others included") {
    for (release <- releases; older <- release.definitions.values
      if !older.isRemoved && !leftOut.contains(release.name -> older.name)) {
      val joined = Definitions(OlderNames.newest(older.name))
      val found = new DefinitionConflicts(joined, OlderNames.newest(release.name, older)).all
      val unknown =
        found.filterNot(one => exceptions.exists(_.covers(release.name, joined.name, one)))
      assert(unknown.isEmpty, s"$release ${older.name}")
    }
  }

  test("every API is known from its first version on, except where that was never stable") {
    val later =
      Definitions.all.filter(one => one.messageType == "request" || one.messageType == "response")
        .filter(_.validVersions.lowest > 0).map(_.name)
    assert(later.toSet === leftOut.keys.map(_._2).toSet.intersect(later.toSet))
    assert(later.length === 8)
  }

  test("where versions come from") {
    val fetch = Definitions.sources("FetchRequest").map(one => one.release -> one.versions.toString)
    assert(fetch === Seq("4.4.0" -> "4-18", "3.9.1" -> "0-3"))
    val removed = Definitions.sources("UpdateMetadataRequest")
    assert(removed.map(one => one.release -> one.versions.toString) === Seq("3.9.1" -> "0-8"))
    for (definition <- Definitions.all) {
      val sources = Definitions.sources(definition.name).map(_.versions)
      assert(!definition.isRemoved && sources.nonEmpty, definition.name)
      assert(sources.map(_.lowest).min === definition.validVersions.lowest)
      assert(sources.map(_.highest).max === definition.newest)
    }
  }

  test("a conflict is found, whatever it is about") {
    val base = message(s"${field("a", "'type': 'int8', 'versions': '0+'")}, " +
      s"${field("b", "'type': 'string', 'versions': '1+', 'default': 'x'")}")
    def found(other: String): Seq[(String, Int, String)] =
      new DefinitionConflicts(parse(base), parse(other)).all
        .map(one => (one.field, one.version, one.what))
    assert(found(base) === Nil)
    assert(found(base.replace("int8", "int16")).distinct ===
      (0 to 3).map(("a", _, "type")))
    assert(found(base.replace("'1+'", "'2+'")) === Seq(("", 1, "fields")))
    assert(found(base.replace("'1+'", "'1+', 'nullableVersions': '3+'")) ===
      Seq(("b", 3, "nullable")))
    assert(found(base.replace("'x'", "'y'")) === (1 to 3).map(("b", _, "default")))
    assert(found(base.replace("'2+'", "'3+'")) === Seq(
      ("", 2, "flexible"), ("a", 2, "compact"), ("b", 2, "compact")))
    assert(found(base.replace("'1+'", "'1+', 'taggedVersions': '2+', 'tag': 0")) ===
      Seq(("b", 2, "tag"), ("b", 3, "tag")))
    val parts = base.split("(?=\\{'name': '[ab]')")
    val swapped = parts(0) + parts(2).replace("'x'}", "'x'},").replace("]}", "") +
      parts(1).replace("}, ", "}]}")
    assert(found(swapped) === (1 to 3).map(("", _, "fields")))
    // The newer one may have a tag more, the older one may not.
    val more = base.replace("[",
      s"[${field("t",
          "'type': 'int8', 'versions': '2+', " +
            "'taggedVersions': '2+', 'tag': 0")}, ")
    def between(newer: String, older: String): Seq[Conflict] =
      new DefinitionConflicts(parse(newer), parse(older)).all
    assert(between(more, base) === Nil)
    assert(between(base, more).map(_.version) === Seq(2, 3))
  }

  private def conflicts(newer: KafkaRelease, older: KafkaRelease): Seq[(String, Conflict)] =
    for {
      one <- older.definitions.values.toSeq if !leftOut.contains(older.name -> one.name)
      name = OlderNames.newest(one.name)
      other <- definitionOf(newer, name).toSeq
      conflict <- new DefinitionConflicts(OlderNames.newest(newer.name, other),
        OlderNames.newest(older.name, one)).all
    } yield name -> conflict

  /** Returns a release's name for a message, given its newest name. */
  private def definitionOf(release: KafkaRelease, newest: String): Option[MessageDefinition] =
    release.definitions.values.find(one => OlderNames.newest(one.name) == newest)

  private def artifact(release: KafkaRelease, message: String): String =
    release.artifacts(definitionOf(release, message).get.name)
}
