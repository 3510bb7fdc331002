package sparkwire.bench

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper

/** Runs our benchmarks against benchmarks of other libraries, in [[Turns]].
  *
  * The arguments are a file with a line of JSON for each group of benchmarks, the file to write, and
  * a file with the class path. A group has a name, the methods of one class that take turns, such as
  * `DatabusBench.tenFields`, and the values of the class's `parameters`.
  */
object Peers {
  def main(arguments: Array[String]): Unit = {
    val json = new ObjectMapper
    val classPath = BenchLoader.of(arguments(2))
    Turns.write(arguments(1)) {
      for (line <- Files.readAllLines(Path.of(arguments(0))).asScala.iterator) yield {
        val group = json.readTree(line)
        val parameters = group.get("parameters").properties.asScala.toSeq.map(parameter =>
          parameter.getKey -> parameter.getValue.asText)
        val sides = group.get("methods").elements.asScala.map { method =>
          val called = method.asText
          val dot = called.indexOf('.')
          new BenchSide(
            new BenchLoader(classPath),
            BenchCell(called.take(dot), called.drop(dot + 1), parameters))
        }
        Turns.of(group.get("name").asText)(sides.toSeq: _*)
      }
    }
  }
}
