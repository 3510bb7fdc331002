package sparkwire

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.matching.Regex

import sparkwire.catalog.{FunctionCatalog, SampleCalls}
import sparkwire.catalog.arguments.Accepts
import sparkwire.fuzz.FuzzTarget
import sparkwire.wire.Vectors

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Checks the rules of the project: folders, catalogue and habits. */
class HouseSuite extends AnyFunSuite with SparkSuite with SampleCalls {
  import HouseSuite.Source

  private def sources(folder: String): Seq[Source] = Using.resource(Files.walk(Path.of(folder))) {
    _.iterator.asScala.filter(_.toString.matches(".*\\.(scala|java)"))
      .map(path => Source(path, Files.readString(path, UTF_8))).toSeq
  }

  private val wire = sources("jvm/wire/src/main")
  private val inSpark = sources("jvm/spark/src/main")
  private val main = wire ++ inSpark
  private val all = main ++ sources("jvm/wire/src/test") ++ sources("jvm/spark/src/test")

  private val wireFolder = Path.of("jvm/wire/src/main/scala/sparkwire/wire")
  // The rooms that all formats share.
  private val shared =
    Seq("core", "places", "trace", "sinks", "variant", "writing", "heads", "series", "files",
      "capture")

  // The rooms of the formats.
  private val rooms: Seq[String] = Using.resource(Files.list(wireFolder))(
    _.iterator.asScala.filter(Files.isDirectory(_)).map(_.getFileName.toString).toSeq.sorted)
    .filterNot(shared.contains)

  // Formats whose values are inside of other formats, and their vectors too.
  private val helpers = Set("avro", "msgpack")

  // The other rooms that a format's room may use, because it contains values of that format.
  private val holds = Map("aerospike" -> "msgpack", "cernan" -> "avro")

  private def none(files: Seq[Source], words: Regex): Assertion =
    assert(
      files.flatMap(file =>
        words.findFirstIn(file.text).map(found => s"${file.path}: $found")) === Nil)

  test("there is something to check") {
    assert(rooms.contains("databus") && wire.length > 10 && main.length > wire.length)
  }

  test("wire knows nothing of Spark, logs nothing and looks at no class by reflection") {
    none(wire, "org\\.apache\\.spark|org\\.slf4j|log4j|java\\.lang\\.reflect|println".r)
  }

  test("no one catches everything: a bug must look like a bug") {
    none(main, "(case|catch) *\\(?\\w+ *: *(Throwable|Exception|RuntimeException|Error)\\b".r)
    none(wire, "NonFatal".r)
  }

  test("multi-byte reads through a VarHandle are Java, which does not box them") {
    none(all.filter(file => file.name.endsWith(".scala") && file.name != "HouseSuite.scala"),
      "import .*VarHandle|: VarHandle".r)
  }

  test("nothing is left to do in a comment") {
    none(all.filterNot(_.name == "HouseSuite.scala"), "\\b(TODO|FIXME|XXX|HACK)\\b".r)
  }

  // ScalaTest prints the seed of ScalaCheck's values; `testOnly Suite -- -S seed` repeats them.
  test("what tests make up comes from a seed, so that it can be repeated") {
    none(
      all.filterNot(_.name == "HouseSuite.scala"), "(?<!seed = )\\bRandom\\.(shuffle|next\\w*)".r)
  }

  test("a file can be read in one sitting") {
    val written = all.filterNot(_.isMade)
    assert(written.filter(_.lines > 350).map(file => s"${file.path}: ${file.lines}") === Nil)
  }

  test("a file of more than 300 lines says in its first comment why it is one file") {
    val long = main.filter(file => file.name.endsWith(".scala") && !file.isMade && file.lines > 300)
    assert(long.filterNot(_.firstComment.contains("One file: ")).map(_.path) === Nil)
  }

  test("a room uses the shared rooms and the formats that its format holds") {
    for (file <- wire) {
      val here =
        "sparkwire/wire/([a-z]+)/".r.findFirstMatchIn(file.path.toString).map(_.group(1)).get
      val used = "import sparkwire\\.wire\\.([a-z]+)\\b".r.findAllMatchIn(file.text).map(_.group(1))
      val foreign = used.filter(rooms.contains).filterNot(_ == here).toSet
      assert(foreign.diff(holds.get(here).toSet) === Set.empty, file.path)
    }
  }

  test("what all formats share names none of them") {
    val common =
      wire.filter(file => shared.exists(room => file.path.startsWith(wireFolder.resolve(room))))
    assert(common.nonEmpty)
    none(common.map(_.withoutComments), s"(?i)(${rooms.mkString("|")})".r)
  }

  // Beside the catalogue, the code that belongs to one format alone: helper functions, registries,
  // log files.
  private val ofOneFormat = Seq("/catalog/", "/registries/", "/files/", "AvroTypes.scala",
    "AerospikeDigest.scala", "IgniteIds.scala", "/sparkwire/ignite.scala")

  test("Spark's module knows no format, except in the catalogue and in what one format needs") {
    val common = inSpark.filterNot(file => ofOneFormat.exists(file.path.toString.contains))
    assert(common.length > 30 && common.length < inSpark.length)
    none(common, s"sparkwire\\.wire\\.(${rooms.mkString("|")})\\b".r)
    val rows =
      common.filter(file => Seq("/rows/", "/fast/").exists(file.path.toString.contains))
    assert(rows.nonEmpty)
    none(rows.map(_.withoutComments), s"(?i)(${rooms.mkString("|")})".r)
    // 0xff masks a byte.
    none(inSpark, "0x[89a-e][0-9a-f]\\b|0xf[0-9a-e]\\b".r)
  }

  test("a file has one package clause: what it uses of other rooms stands in its imports") {
    none(main, "(?m)^package [\\w.]+\\s+package ".r)
  }

  test("a name of a class or object means one thing") {
    val names =
      "(?m)^(?:private\\S* )?(?:(?:sealed|final|abstract|case) )*(?:class|trait|object) (\\w+)".r
    val files = main.filterNot(_.isMade).flatMap(file =>
      names.findAllMatchIn(file.text).map(_.group(1) -> file.path)).distinct
    assert(files.groupMap(_._1)(_._2).filter(_._2.length > 1) === Map.empty)
  }

  // Texts in the query or in Kafka's definitions, and constants of our own.
  private val notFromData = Seq(
    "kafka/definitions/", "wire/heads/", "ignite/TypesJson", "ignite/TypeDescriptions",
    "ignite/types/Asked", "ignite/optimized/OptimizedForms", "avro/schemas/TypedSchema",
    "core/Options", "core/FoldedNames", "aerospike/Aerospike", "layouts/text/",
    "layouts/expressions/", "layouts/model/", "layouts/compiling/", "layouts/program/ValueType",
    "layouts/views/ViewBuilder", "layouts/views/Kinds", "layouts/coding/")

  test("what the bytes name is looked up in tables that equal hashes do not slow down") {
    val readers = wire.filterNot(file => notFromData.exists(file.path.toString.contains(_)))
      .map(_.withoutComments)
    assert(readers.length > 100 && readers.length < wire.length)
    // Scala's hash tables keep equal hashes in a list, and a ListMap is one.
    none(readers,
      ("\\bmutable\\.\\w*(Map|Set)\\b|\\b(ListMap|VectorMap)\\b|" +
        "\\.(toSet|toMap|distinct|distinctBy|groupBy)\\b|\\b(Map|Set)\\.(empty|from)\\b").r)
    // Java's keep them in a tree if the keys can be compared with each other.
    val keys = "new (?:\\w+\\.)*(?:Linked)?Hash(?:Map|Set)\\[(\\w+)".r
    val found = readers.flatMap(file => keys.findAllMatchIn(file.text).map(_.group(1))).toSet
    assert(found.diff(HouseSuite.Comparables) === Set.empty)
  }

  // A method that declines leaves the work to the general path, so callers must check its result.
  test("what may decline is called try, and what asks changes nothing") {
    none(wire.map(_.withoutComments),
      "def (takes|gives|fills)[A-Z]?\\w*\\((cursor|bytes|value|run|form)\\b".r)
  }

  // By lines, because a room is cut where its parts change for different reasons, not where it has so
  // many files.
  test("a room can be read in an afternoon") {
    val rooms =
      main.filterNot(_.isMade).groupBy(_.path.getParent).view.mapValues(_.map(_.lines).sum)
    assert(rooms.filter { case (_, lines) => lines > 2500 }.toSeq === Nil)
  }

  rooms.foreach { room =>
    test(s"$room has vectors that say where they come from, tests, and rows in the catalogue") {
      if (!helpers(room)) {
        assert(Files.readString(Vectors.folder.resolve(room).resolve("README.md")).nonEmpty)
        assert(Vectors.files(room).nonEmpty)
      }
      assert(
        sources(s"jvm/wire/src/test/scala/sparkwire/wire/$room").exists(
          _.name.endsWith("Suite.scala")))
      assert(main.exists(_.name == s"${room.capitalize}Functions.scala"))
    }
  }

  test("whatever reads bytes is fuzzed") {
    val fuzzed = FuzzTarget.calls.values.flatMap(_.covers).toSet
    val names = FunctionCatalog.all.map(_.name)
    val missing = FunctionCatalog.all.filter { function =>
      val isStrict = !function.name.matches("try_.*|.*_(fault|dissect)")
      val readsBytes = function.parameters.exists(_.accepts == Accepts.Binary)
      isStrict && (readsBytes || names.contains(s"try_${function.name}"))
    }.map(_.name).filterNot(fuzzed)
    assert(missing === Nil,
      "- add a call of each to a target of FuzzTarget.all, or a target and a folder tests/fuzz/<target>")
  }

  test(
    "generated code names our classes by classOf, so that a class that moves takes its name along") {
    none(inSpark, "\"[^\"\n]*sparkwire(\\.[a-z]+)+\\.[A-Z]".r)
  }

  test("each line of the vectors has a name, each name is there once") {
    for {
      folder <- Using.resource(Files.list(Vectors.folder))(_.iterator.asScala.toSeq)
      format = folder.getFileName.toString
      file <- Vectors.files(format)
    } {
      // A line with a layout alone is the heading of the lines after it.
      val names = Vectors.read(format, file).filterNot(line =>
        line.json.has("layout_name") && !line.json.has("name")).map(_.name)
      assert(names.nonEmpty && names.forall(_.nonEmpty), s"$format/$file")
      assert(names.distinct === names, s"$format/$file")
    }
  }

  test("each reason is one kebab-case word with a sentence") {
    for (format <- formats) {
      val words = format.reasons.map(_.word)
      assert(words.distinct === words, format.name)
      assert(words.filterNot(_.matches("[a-z0-9]+(-[a-z0-9]+)*")) === Nil)
      format.reasons.foreach { reason =>
        assert(reason.explanation.length > 10 && !reason.explanation.endsWith("."), reason.word)
      }
    }
  }

  test("the options of a format are told apart by their names, and said what they are for") {
    for (format <- formats) {
      val names = format.allOptions.map(_.name)
      assert(names.distinct === names)
      format.allOptions.foreach(option => assert(option.about.nonEmpty && option.accepted.nonEmpty))
    }
  }

  test("the service file names the class that Spark is to load") {
    val service = Path.of("jvm/spark/src/main/resources/META-INF/services",
      "org.apache.spark.sql.SparkSessionExtensionsProvider")
    assert(Files.readString(service).trim === classOf[SparkwireExtensions].getName)
  }
}

private object HouseSuite {

  // `Any` is a union's set of names of types and a few constants, `K` is bounded.
  private val Comparables = Set("String", "Integer", "SchemaName", "Endpoints", "Any", "K")

  final case class Source(path: Path, text: String) {
    def name: String = path.getFileName.toString
    def lines: Int = text.linesIterator.length
    def withoutComments: Source = copy(text = text.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", ""))
    def firstComment: String = "(?s)/\\*\\*.*?\\*/".r.findFirstIn(text).getOrElse("")
    def isMade: Boolean = text.startsWith("// Made by ")
  }
}
