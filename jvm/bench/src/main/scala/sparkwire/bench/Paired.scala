package sparkwire.bench

import java.lang.reflect.AnnotatedElement
import java.net.URL

import sparkwire.bench.BenchLoader.annotated

import org.openjdk.jmh.annotations.{Benchmark, Param}

/** Runs the JMH benchmarks of two revisions against each other, in [[Turns]].
  *
  * The arguments are a pattern of benchmarks, such as `DatabusBench[.].*`, the file to write, and
  * two files, each with the class path of a revision. For each benchmark, a line of JSON has the
  * times of all turns in nanoseconds and the bytes that one call allocates.
  */
object Paired {
  def main(arguments: Array[String]): Unit = {
    val pattern = s"(${arguments(0)})(,.*)?"
    val (first, second) = (BenchLoader.of(arguments(2)), BenchLoader.of(arguments(3)))
    Turns.write(arguments(1)) {
      for {
        cell <- cells(first).iterator if cell.title.matches(pattern)
        other = new BenchLoader(second) if cell.isIn(other)
      } yield Turns.of(cell.title)(
        new BenchSide(new BenchLoader(first), cell), new BenchSide(other, cell))
    }
  }

  private def cells(classPath: Array[URL]): Seq[BenchCell] =
    for {
      loader <- Seq(new BenchLoader(classPath))
      name <- loader.benches
      bench <- loader.bench(name).toSeq
      choices = annotated(bench.getDeclaredFields.toSeq, classOf[Param]).map { field =>
        values(field).map(field.getName -> _)
      }
      method <- annotated(bench.getMethods.toSeq, classOf[Benchmark]).sortBy(_.getName)
      chosen <- choices.foldLeft(Seq(Seq.empty[(String, String)])) { (all, choice) =>
        for (some <- all; one <- choice) yield some :+ one
      }
    } yield BenchCell(name, method.getName, chosen)

  private def values(parameter: AnnotatedElement): Seq[String] = {
    val param =
      parameter.getAnnotations.find(_.annotationType.getName == classOf[Param].getName).get
    param.annotationType.getMethod("value").invoke(param).asInstanceOf[Array[String]].toSeq
  }
}
