package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.definitions.{Definitions, Layout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Every Kafka message at every version, written by Kafka's classes with random content: our reader
  * gives each field as they do, including the defaults of fields that the version lacks, and our
  * writer writes the same bytes.
  */
class KafkaClassesSuite extends AnyFunSuite with ReaderChecks with WriterChecks {
  private val filled = Options(Map("absent" -> "default"))
  private val definitions = Definitions.all.filterNot(_.isRemoved).filter(KafkaClasses.has)
  private val Samples = 4

  test("nearly all of them have classes of their own here") {
    assert(definitions.length > 260, Definitions.all.filterNot(KafkaClasses.has).map(_.name))
  }

  for (definition <- definitions)
    test(s"${definition.name}, versions ${definition.validVersions}") {
      val layout = Layout.Message(definition.name, isName = true)
      for (version <- definition.validVersions.lowest to definition.newest;
        sample <- 1 to Samples) {
        val seed = Seed(definition.name.hashCode.toLong * 1000 + version * 10 + sample)
        val json = KafkaClasses.content(definition, version).pureApply(
          Gen.Parameters.default.withSize(8), seed)
        val bytes = KafkaClasses.written(definition, version, json)
        withClue(s"version $version, ${Vectors.hex(bytes)}: ") {
          same(definition, layout, version, bytes)
        }
      }
    }

  private def same(definition: MessageDefinition, layout: Layout.Message, version: Int,
      bytes: Array[Byte]): Assertion = {
    val root = OneMessage(layout, VersionSource.Constant(version))
    def read(options: Options): Tree =
      walk(root, bytes, options).fold(reason => fail(reason.word), Views.plain)
    val theirs = KafkaClasses.read(definition, version, bytes)
    val full = KafkaClasses.full(theirs, definition.struct)
    val noTags = Views.unknownTags -> Items(Vector.empty)
    val whole = read(filled)
    assert(whole === withField(full, noTags))
    val ours = read(Options.none)
    assert(ours === withField(KafkaClasses.present(full, definition.struct, version), noTags))
    // Kafka's JSON converter leaves out tagged fields that have their default.
    assert(Views.isWithin(KafkaClasses.view(definition, version, theirs), ours))
    for (value <- Seq(ours, whole))
      assert(written(root, value).map(Vectors.hex) === Right(Vectors.hex(bytes)))
    tiles(root)(bytes)
  }

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
      val root = OneMessage(Layout.Message(name, isName = true),
        VersionSource.Constant(definition.newest))
      everyCutIsValueOrFault(root)(bytes)
      everyFlipIsValueOrFault(root)(bytes)
    }
    succeed
  }
}
