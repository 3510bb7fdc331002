package sparkwire.bench

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** The test vectors, as values of benchmarks. */
private object Vectors {

  /** Returns the lines of a file, such as `layouts/realistic`. */
  def read(name: String): Seq[JsonNode] = {
    val json = new ObjectMapper
    // A benchmark runs in some folder below the root of the repository.
    val file = Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null)
      .map(_.resolve(s"tests/vectors/$name.jsonl")).find(Files.exists(_)).get
    Files.readAllLines(file).asScala.map(json.readTree).toSeq
  }
}
