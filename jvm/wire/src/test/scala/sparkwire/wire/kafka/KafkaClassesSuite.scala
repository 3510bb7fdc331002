package sparkwire.wire.kafka

import java.nio.ByteBuffer

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.definitions.{Definitions, KafkaLayout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Every message of each release of Kafka at every version, written by the classes of that release
  * with random content: our reader gives each field as they do, including the defaults of fields that
  * the version lacks, and our writer writes the same bytes.
  */
class KafkaClassesSuite extends AnyFunSuite with ReaderChecks with WriterChecks {
  private val filled = Options(Map("absent" -> "default"))
  private val Samples = 4

  for ((release, least) <- KafkaRelease.all.zip(Seq(250, 210, 130))) {
    val definitions = release.definitions.values.toSeq.sortBy(_.name)
      .filter(one => release.hasClasses(one.name) && !one.isRemoved)
      .filterNot(one => ReleaseDifferences.leftOut.contains(release.name -> one.name))
      .filterNot(one => ReleaseDifferences.hasOtherFields(release.name, one.name))

    test(s"nearly all messages of $release have classes of their own here") {
      assert(definitions.length > least, release.definitions.keySet -- definitions.map(_.name))
    }

    for (definition <- definitions)
      test(s"$release ${definition.name}, versions ${definition.validVersions}") {
        for (version <- definition.validVersions.lowest to definition.newest;
          sample <- 1 to Samples) {
          val seed = Seed(definition.name.hashCode.toLong * 1000 + version * 10 + sample)
          val json = KafkaClasses.content(definition, version).pureApply(
            Gen.Parameters.default.withSize(8), seed)
          val bytes = release.written(definition.name, version, json)
          withClue(s"version $version, ${Vectors.hex(bytes)}: ") {
            same(release, definition, version, bytes)
          }
        }
      }
  }

  /** @param definition
    *   as the release has it
    */
  private def same(release: KafkaRelease, definition: MessageDefinition, version: Int,
      bytes: Array[Byte]): Assertion = {
    val name = OlderNames.newest(definition.name)
    val root = OneMessage(KafkaLayout.Message(name, isName = true), VersionSource.Constant(version))
    def read(options: Options): Tree =
      walk(root, bytes, options).fold(reason => fail(reason.word), Views.plain)
    def renamed(tree: Tree): Tree = OlderNames.newest(release.name, definition.name, tree)
    val theirs = release.read(definition.name, version, ByteBuffer.wrap(bytes))
    val full = KafkaRelease.full(theirs, definition.struct)
    val noTags = Views.unknownTags -> Items(Vector.empty)
    val whole = read(filled)
    // Without the fields of other releases.
    val wholeHere = withField(renamed(full), noTags)
    assert(Views.named(whole, wholeHere) === wholeHere)
    val ours = read(Options.none)
    val here = withField(renamed(KafkaClasses.present(full, definition.struct, version)), noTags)
    // A newer release may have more tagged fields in the same version.
    if (isFrom(release, name, version)) assert(ours === here)
    else assert(Views.named(ours, here) === here)
    // Kafka's JSON converter leaves out tagged fields that have their default.
    assert(Views.isWithin(renamed(release.view(definition.name, version, theirs)), ours))
    for (value <- Seq(ours, whole))
      assert(written(root, value).map(Vectors.hex) === Right(Vectors.hex(bytes)))
    tiles(root)(bytes)
  }

  private def isFrom(release: KafkaRelease, name: String, version: Int): Boolean =
    Definitions.sources(name).exists(source =>
      source.release == release.name && source.versions.has(version))

  private def withField(tree: Tree, field: (String, Tree)): Tree = tree match {
    case Struct(fields) => Struct(fields + field)
    case other => other
  }

  test("a cut or a changed byte of theirs is a value or a fault") {
    for (name <-
        Seq("MetadataResponse", "FetchRequest", "GroupMetadataValue", "CreateTopicsRequest")) {
      val definition = Definitions(name)
      val json = KafkaClasses.content(definition, definition.newest).pureApply(
        Gen.Parameters.default.withSize(4), Seed(7))
      val bytes = KafkaClasses.written(definition, definition.newest, json).take(400)
      val root = OneMessage(KafkaLayout.Message(name, isName = true),
        VersionSource.Constant(definition.newest))
      everyCutIsValueOrFault(root)(bytes)
      everyFlipIsValueOrFault(root)(bytes)
    }
    succeed
  }
}
