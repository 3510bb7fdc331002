package sparkwire.bench

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper

/** Runs our benchmarks against those of other libraries, in [[Turns]].
  *
  * The arguments are a file with a line of JSON for each comparison, the file to write, and a file
  * with the class path. A comparison has a name, two benchmarks, `ours` and `theirs`, such as
  * `DatabusBench.tenFields`, and the values of their `parameters`.
  */
object Peers {
  def main(arguments: Array[String]): Unit = {
    val json = new ObjectMapper
    val classPath = BenchLoader.of(arguments(2))
    Turns.write(arguments(1)) {
      for (line <- Files.readAllLines(Path.of(arguments(0))).asScala.iterator) yield {
        val work = json.readTree(line)
        def side(name: String): BenchSide = {
          val parameters = work.get("parameters").properties.asScala.toSeq.map(parameter =>
            parameter.getKey -> parameter.getValue.asText)
          val called = work.get(name).asText
          val dot = called.indexOf('.')
          val cell = BenchCell(called.take(dot), called.drop(dot + 1), parameters)
          new BenchSide(new BenchLoader(classPath), cell)
        }
        Turns.of(work.get("name").asText)(side("ours"), side("theirs"))
      }
    }
  }
}
