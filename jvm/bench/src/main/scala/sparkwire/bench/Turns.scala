package sparkwire.bench

import java.io.PrintWriter
import java.lang.annotation.Annotation
import java.lang.invoke.{LambdaMetafactory, MethodHandles, MethodType}
import java.lang.management.ManagementFactory
import java.lang.reflect.{AnnotatedElement, Method}
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.{Map => JavaMap}
import java.util.function.{IntToLongFunction, Supplier}

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import com.fasterxml.jackson.databind.ObjectMapper
import org.openjdk.jmh.annotations.{Setup, TearDown}

/** Measures benchmarks against each other in one JVM, in turns of 20 ms. Each has a class loader of
  * its own, so that the JIT compiler profiles and compiles its classes separately. Times are
  * processor times of the thread. Other load on the machine slows all benchmarks down alike, and
  * their ratio stays the same.
  */
private object Turns {
  private val Turns = 100

  /** Runs `measure`, which gives a line of JSON for each comparison, and writes the lines to a file. */
  def write(file: String)(measure: => Iterator[JavaMap[String, Any]]): Nothing = {
    // The JVM has one filter for all class loaders, so only one node could set it.
    System.setProperty("IGNITE_ENABLE_OBJECT_INPUT_FILTER_AUTOCONFIGURATION", "false")
    val done = Try {
      val json = new ObjectMapper
      Using.resource(new PrintWriter(file)) { lines =>
        for (one <- measure) lines.println(json.writeValueAsString(one))
      }
    }
    done.failed.foreach(_.printStackTrace())
    // Ignite and Spark leave threads that are not daemons.
    sys.exit(if (done.isSuccess) 0 else 1)
  }

  /** Returns the nanoseconds of a call on each side, for each turn, and the bytes that a call
    * allocates.
    */
  def of(name: String)(sides: BenchSide*): JavaMap[String, Any] = {
    val times = sides.map(_.timesPerTurn())
    val turns = Seq.fill(Turns)(sides.lazyZip(times).map(_.nanos(_)).asJava)
    val bytes = sides.map(_.allocated(times.min))
    sides.foreach(_.close())
    Map[String, Any]("name" -> name, "nanos" -> turns.asJava, "bytes" -> bytes.asJava).asJava
  }
}

/** A method of a benchmark, with one value for each of its parameters. */
private final case class BenchCell(bench: String, method: String,
    parameters: Seq[(String, String)]) {
  def title: String =
    (s"$bench.$method" +: parameters.map { case (name, value) => s"$name=$value" }).mkString(", ")

  def isIn(loader: BenchLoader): Boolean = loader.bench(bench).exists(_.getMethods.exists(isMine))

  def isMine(other: Method): Boolean =
    other.getName == method && other.getReturnType != Void.TYPE
}

/** Loads all classes of a revision, and [[BenchLoop]] of this one. */
private final class BenchLoader(classPath: Array[URL])
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

/** A benchmark after its setup. */
private final class BenchSide(loader: BenchLoader, cell: BenchCell) {
  import BenchLoader.annotated
  import BenchSide._

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
    var times = 1
    var spent = 0d
    while (spent < WarmNanos) {
      val one = nanos(times)
      spent += one * times
      times = (TurnNanos / one).toInt.max(1).min(times * 2)
    }
    times
  }

  def allocated(times: Int): Double = {
    val before = threads.getCurrentThreadAllocatedBytes
    nanos(times)
    (threads.getCurrentThreadAllocatedBytes - before).toDouble / times
  }

  def close(): Unit = callAll(classOf[TearDown])
}

private object BenchSide {
  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
  private val WarmNanos = 3000000000L
  private val TurnNanos = 20000000L
}

private object BenchLoader {

  /** Reads a file with the class path of a revision. */
  def of(file: String): Array[URL] =
    Files.readString(Path.of(file)).trim.split(':').map(Path.of(_).toUri.toURL)

  // JMH's annotations are other classes in each loader; their names are the same.
  def annotated[E <: AnnotatedElement](all: Seq[E], by: Class[_ <: Annotation]): Seq[E] =
    all.filter(_.getAnnotations.exists(_.annotationType.getName == by.getName))
}

/** Calls a benchmark many times. Returns the nanoseconds that all calls took on the processor. */
final class BenchLoop(instance: AnyRef, method: Method) extends IntToLongFunction {
  private val threads = ManagementFactory.getThreadMXBean

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
    val start = threads.getCurrentThreadCpuTime
    var count = 0
    while (count < times) {
      last = benchmark.get()
      count += 1
    }
    threads.getCurrentThreadCpuTime - start
  }
}
