package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Every message of Kafka at every version: what Kafka's classes write with random content is read as
  * they read it themselves.
  */
class KafkaClassesSuite extends AnyFunSuite with ReaderChecks {
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
    val theirs = KafkaClasses.view(definition, version, bytes)
    val ours = read(Options.none)
    val all = read(filled)
    assert(Views.isWithin(theirs, ours))
    assert(ours.at(Views.unknownTags) === Items(Vector.empty))
    // What is ours beside theirs is there at this version, and is what it is by default.
    assert(Views.isWithin(ours, all))
    assert(present(Views.without(ours, Views.unknownTags), definition.struct, version) === None)
    tiles(root)(bytes)
  }

  /** A field that should not be there, if one is. */
  private def present(tree: Tree, struct: StructDefinition, version: Int): Option[String] =
    tree match {
      case Struct(fields) => struct.fields.iterator.flatMap { field =>
          val found = fields.getOrElse(field.name, NoValue)
          if (found != NoValue && !field.versions.has(version)) Some(field.name)
          else if (field.struct == null) None
          else found match {
            case Items(items) => items.flatMap(present(_, field.struct, version)).headOption
            case other => present(other, field.struct, version)
          }
        }.nextOption()
      case _ => None
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
