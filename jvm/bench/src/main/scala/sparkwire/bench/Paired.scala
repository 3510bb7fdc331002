package sparkwire.bench

import java.io.PrintWriter
import java.lang.annotation.Annotation
import java.lang.invoke.{LambdaMetafactory, MethodHandles, MethodType}
import java.lang.management.ManagementFactory
import java.lang.reflect.{AnnotatedElement, Method}
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.function.{IntToLongFunction, Supplier}

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import com.fasterxml.jackson.databind.ObjectMapper
import org.openjdk.jmh.annotations.{Benchmark, Param, Setup, TearDown}

/** Runs the JMH benchmarks of two revisions against each other in one JVM. Each revision has a
  * class loader of its own, so that the JIT compiler profiles and compiles its classes separately.
  * The revisions take turns every 20 ms: other load on the machine slows both of them down, and
  * their ratio stays the same.
  *
  * The arguments are a pattern of benchmarks, such as `DatabusBench[.].*`, the file to write, and
  * two files, each with the class path of a revision. For each benchmark, a line of JSON has the
  * times of all turns in nanoseconds and the bytes that one call allocates.
  */
object Paired {
  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
  private val WarmNanos = 3000000000L
  private val TurnNanos = 20000000L
  private val Turns = 100

  def main(arguments: Array[String]): Unit = {
    // The JVM has one filter for all class loaders, so only one node could set it.
    System.setProperty("IGNITE_ENABLE_OBJECT_INPUT_FILTER_AUTOCONFIGURATION", "false")
    val done = Try {
      val (pattern, file) = (arguments(0), arguments(1))
      val (first, second) = (classPath(arguments(2)), classPath(arguments(3)))
      val json = new ObjectMapper
      Using.resource(new PrintWriter(file)) { lines =>
        for (cell <- cells(first) if cell.title.matches(s"($pattern)(,.*)?")) {
          val (one, other) = (new Loader(first), new Loader(second))
          if (cell.isIn(other)) lines.println(json.writeValueAsString(compare(cell, one, other)))
        }
      }
    }
    done.failed.foreach(_.printStackTrace())
    // Ignite and Spark leave threads that are not daemons.
    System.exit(if (done.isSuccess) 0 else 1)
  }

  private def classPath(file: String): Array[URL] =
    Files.readString(Path.of(file)).trim.split(':').map(Path.of(_).toUri.toURL)

  private def compare(cell: Cell, loaders: Loader*): java.util.Map[String, Any] = {
    val sides = loaders.map(new Side(_, cell))
    val times = sides.map(_.timesPerTurn())
    val turns = Seq.fill(Turns)(sides.lazyZip(times).map(_.nanos(_)).asJava)
    val bytes = sides.map(_.allocated(times.min))
    sides.foreach(_.close())
    Map[String, Any](
      "name" -> cell.title, "nanos" -> turns.asJava, "bytes" -> bytes.asJava).asJava
  }

  /** A method of a benchmark, with one value for each of its parameters. */
  private final case class Cell(bench: String, method: String, parameters: Seq[(String, String)]) {
    def title: String =
      (s"$bench.$method" +: parameters.map { case (name, value) => s"$name=$value" }).mkString(", ")

    def isIn(loader: Loader): Boolean = loader.bench(bench).exists(_.getMethods.exists(isMine))

    def isMine(other: Method): Boolean =
      other.getName == method && other.getReturnType != Void.TYPE
  }

  private def cells(classPath: Array[URL]): Seq[Cell] =
    for {
      loader <- Seq(new Loader(classPath))
      name <- loader.benches
      bench <- loader.bench(name).toSeq
      choices = annotated(bench.getDeclaredFields.toSeq, classOf[Param]).map { field =>
        values(field).map(field.getName -> _)
      }
      method <- annotated(bench.getMethods.toSeq, classOf[Benchmark]).sortBy(_.getName)
      chosen <- choices.foldLeft(Seq(Seq.empty[(String, String)])) { (all, choice) =>
        for (some <- all; one <- choice) yield some :+ one
      }
    } yield Cell(name, method.getName, chosen)

  // JMH's annotations are other classes in each loader; their names are the same.
  private def annotated[E <: AnnotatedElement](all: Seq[E], by: Class[_ <: Annotation]): Seq[E] =
    all.filter(_.getAnnotations.exists(_.annotationType.getName == by.getName))

  private def values(parameter: AnnotatedElement): Seq[String] = {
    val param =
      parameter.getAnnotations.find(_.annotationType.getName == classOf[Param].getName).get
    param.annotationType.getMethod("value").invoke(param).asInstanceOf[Array[String]].toSeq
  }

  /** Loads all classes of a revision, and [[BenchLoop]] of this one. */
  private final class Loader(classPath: Array[URL])
      extends URLClassLoader(classPath, ClassLoader.getPlatformClassLoader) {
    private def folder = Path.of(classPath.head.toURI).resolve("sparkwire/bench")

    def benches: Seq[String] = Using.resource(Files.list(folder)) { files =>
      files.iterator.asScala.map(_.getFileName.toString).filter(_.endsWith("Bench.class"))
        .map(_.stripSuffix(".class")).toSeq.sorted
    }

    def bench(name: String): Option[Class[_]] =
      Option.when(Files.exists(folder.resolve(s"$name.class")))(loadClass(s"sparkwire.bench.$name"))

    override def findClass(name: String): Class[_] =
      if (name != classOf[BenchLoop].getName) super.findClass(name)
      else {
        val file = classOf[BenchLoop].getResource(classOf[BenchLoop].getSimpleName + ".class")
        val code = Using.resource(file.openStream())(_.readAllBytes())
        defineClass(name, code, 0, code.length)
      }
  }

  /** A benchmark of one revision after its setup. */
  private final class Side(loader: Loader, cell: Cell) {
    Thread.currentThread.setContextClassLoader(loader)
    private val bench = loader.bench(cell.bench).get
    private val instance = bench.getConstructor().newInstance().asInstanceOf[AnyRef]
    for ((name, value) <- cell.parameters) {
      val field = bench.getDeclaredField(name)
      field.setAccessible(true)
      field.set(instance, value)
    }
    callAll(classOf[Setup])
    private val loop = loader.loadClass(classOf[BenchLoop].getName).getConstructors.head
      .newInstance(instance, bench.getMethods.find(cell.isMine).get).asInstanceOf[IntToLongFunction]

    private def callAll(annotation: Class[_ <: Annotation]): Unit =
      annotated(bench.getMethods.toSeq, annotation).foreach(_.invoke(instance))

    def nanos(times: Int): Double = {
      Thread.currentThread.setContextClassLoader(loader)
      loop.applyAsLong(times).toDouble / times
    }

    /** Runs the benchmark until it is compiled. Returns how often it runs in one turn. */
    def timesPerTurn(): Int = {
      val end = System.nanoTime + WarmNanos
      var times = 1
      while (System.nanoTime < end) times = (TurnNanos / nanos(times)).toInt.max(1).min(times * 2)
      times
    }

    def allocated(times: Int): Double = {
      val before = threads.getCurrentThreadAllocatedBytes
      nanos(times)
      (threads.getCurrentThreadAllocatedBytes - before).toDouble / times
    }

    def close(): Unit = callAll(classOf[TearDown])
  }
}

/** Calls a benchmark many times. Returns the nanoseconds that all calls took. */
final class BenchLoop(instance: AnyRef, method: Method) extends IntToLongFunction {
  // Unlike a reflective call, the JIT compiler inlines it.
  private val benchmark: Supplier[_] = {
    val lookup = MethodHandles.lookup()
    val returned = MethodType.methodType(classOf[Object])
    val factory = MethodType.methodType(classOf[Supplier[_]], method.getDeclaringClass)
    LambdaMetafactory.metafactory(
      lookup, "get", factory, returned, lookup.unreflect(method), returned)
      .getTarget.invokeWithArguments(instance).asInstanceOf[Supplier[_]]
  }

  // Results are stored here, so that the JIT compiler cannot drop the work for them.
  @volatile var last: Any = _

  override def applyAsLong(times: Int): Long = {
    val start = System.nanoTime
    var count = 0
    while (count < times) {
      last = benchmark.get()
      count += 1
    }
    System.nanoTime - start
  }
}
