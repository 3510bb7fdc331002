package sparkwire

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.xbean.asm9.ClassReader

import sparkwire.wire.core.Cursor

import org.scalatest.funsuite.AnyFunSuite

/** The packages of both modules form layers: no package uses one that uses it, directly or through
  * others, and `architecture.md` draws the layers of `wire`.
  *
  * A class uses the classes that its class file names. The compiler copies constants, so that the
  * class file does not name where they come from; imports in the sources do.
  */
class LayersSuite extends AnyFunSuite {
  import LayersSuite._

  private val inWire = uses(classOf[Cursor], "jvm/wire").filter(use =>
    use.from.startsWith("sparkwire.wire.") && use.to.startsWith("sparkwire.wire."))

  private val inSpark = uses(classOf[SparkwireExtensions], "jvm/spark")
    .filterNot(use => use.to.startsWith("sparkwire.wire."))

  test("there is something to check") {
    assert(inWire.map(_.from).distinct.length > 20)
    assert(inWire.exists(use => use.from == "sparkwire.wire.trace" && use.by == "TraceSink"))
    assert(
      inSpark.exists(use =>
        use.from == "sparkwire.execution" && use.to == "sparkwire.expressions"))
  }

  test("no packages of wire use each other in a circle") {
    assert(described(inWire, circles(inWire)) === Nil)
  }

  test("no packages of spark use each other in a circle") {
    assert(described(inSpark, circles(inSpark)) === Nil)
  }

  test("the packages of wire are in the layers that the architecture draws") {
    val drawn = LayersSuite.drawn
    assert(drawn.distinct === drawn)
    assert(drawn.toSet === inWire.flatMap(use => Seq(use.from, use.to)).toSet)
    val upwards = inWire.filter(use => drawn.indexOf(use.to) > drawn.indexOf(use.from))
    assert(upwards.map(_.toString) === Nil)
  }
}

private object LayersSuite {

  /** A package uses another one in some of its classes. */
  final case class Use(from: String, to: String, by: String) {
    override def toString: String = s"$from uses $to in $by"
  }

  private val Named = "sparkwire/[\\w/]+".r
  private val Imported = "(?m)^\\s*import (sparkwire[\\w.]*)".r
  private val Packaged = "(?m)^package ([\\w.]+)$".r

  /** Returns which packages use which other ones in the module that a class belongs to. */
  def uses(ofModule: Class[_], folder: String): Seq[Use] = {
    val root = Path.of(ofModule.getProtectionDomain.getCodeSource.getLocation.toURI)
    val named = files(root, ".class").flatMap { file =>
      val name = root.relativize(file).toString.stripSuffix(".class")
      names(Files.readAllBytes(file)).map(other =>
        Use(packageOf(name), packageOf(other), name.drop(name.lastIndexOf('/') + 1)))
    }
    val packages = named.flatMap(use => Seq(use.from, use.to)).toSet
    val imported = files(Path.of(folder, "src/main"), ".scala").flatMap { file =>
      val text = Files.readString(file, UTF_8)
      val from = Packaged.findAllMatchIn(text).map(_.group(1)).mkString(".")
      Imported.findAllMatchIn(text).map(found =>
        Use(from, longest(found.group(1), packages), file.getFileName.toString))
    }
    (named ++ imported).filter(use => use.from != use.to && use.to.nonEmpty).distinct
  }

  private def files(root: Path, ending: String): Seq[Path] = Using.resource(Files.walk(root))(
    _.iterator.asScala.filter(_.toString.endsWith(ending)).toSeq)

  private def packageOf(name: String): String =
    name.take(name.lastIndexOf('/')).replace('/', '.')

  @tailrec
  private def longest(name: String, packages: Set[String]): String =
    if (name.isEmpty || packages(name)) name
    else longest(name.take(math.max(0, name.lastIndexOf('.'))), packages)

  /** Returns the classes of ours that the constants of a class file name. */
  private def names(bytes: Array[Byte]): Seq[String] = {
    val reader = new ClassReader(bytes)
    val buffer = new Array[Char](reader.getMaxStringLength)
    for {
      item <- 1 until reader.getItemCount
      at = reader.getItem(item)
      // Names, descriptors and signatures are of this kind; so are the texts of the code.
      if at > 0 && bytes(at - 1) == Utf8Constant
      name <- Named.findAllIn(text(bytes, at, buffer))
    } yield name
  }

  private final val Utf8Constant = 1

  private def text(bytes: Array[Byte], at: Int, buffer: Array[Char]): String = {
    val length = (bytes(at) & 0xff) << 8 | (bytes(at + 1) & 0xff)
    // Names of ours are ASCII.
    for (i <- 0 until length) buffer(i) = (bytes(at + 2 + i) & 0xff).toChar
    new String(buffer, 0, length)
  }

  /** Returns the largest sets of packages of which each uses each other one, maybe indirectly. */
  def circles(uses: Seq[Use]): Seq[Set[String]] = {
    val next = uses.groupMap(_.from)(_.to).view.mapValues(_.toSet).toMap.withDefaultValue(Set.empty)
    @tailrec
    def reached(from: Set[String]): Set[String] = {
      val more = from ++ from.flatMap(next)
      if (more == from) from else reached(more)
    }
    val all = next.keySet.map(from => from -> reached(next(from))).toMap.withDefaultValue(Set.empty)
    all.keySet.map(from => all(from).filter(to => all(to)(from))).filter(_.nonEmpty).toSeq
  }

  /** Returns the uses within the circles, with some of the classes. */
  def described(uses: Seq[Use], circles: Seq[Set[String]]): Seq[String] = {
    val within = uses.filter(use => circles.exists(circle => circle(use.from) && circle(use.to)))
    within.groupBy(use => s"${use.from} uses ${use.to} in ").map { case (edge, all) =>
      edge + all.map(_.by).take(3).mkString(", ")
    }.toSeq.sorted
  }

  /** The packages of wire in the order in which the page draws them: each uses those before it. */
  def drawn: Seq[String] = {
    val page = Files.readString(Path.of("docs/pages/architecture.md"), UTF_8)
    val block = "(?s)<!-- layers -->\\s*```text\n(.*?)```".r.findFirstMatchIn(page).get.group(1)
    "[a-z.]+".r.findAllIn(block).map(name => s"sparkwire.wire.$name").toSeq
  }
}
