package sparkwire.fuzz

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

/** The program that `tests/fuzz/run.py` runs: one target. Jazzer's input is either the bytes
  * themselves or the choices of [[FieldEdits]].
  */
object FuzzRun {
  private lazy val target = FuzzTarget.all.find(_.name == System.getProperty("sparkwire.fuzz")).get
  private lazy val edits = Option.when(System.getProperty("sparkwire.fuzz.input") == "edits")(
    new FieldEdits(target.calls.map(_._2): _*))

  /** Jazzer calls this method first, because loading classes takes longer than an input may. */
  def fuzzerInitialize(): Unit = target.check(bytesOf(Array.emptyByteArray))

  /** Jazzer calls this method for each input. */
  def fuzzerTestOneInput(input: Array[Byte]): Unit = target.check(bytesOf(input))

  private def bytesOf(input: Array[Byte]): Array[Byte] = edits.fold(input)(_.edited(input))

  /** Writes the bytes that each input in one folder stands for into another folder. */
  def main(folders: Array[String]): Unit = {
    val (from, to) = (Path.of(folders(0)), Path.of(folders(1)))
    Using.resource(Files.list(from))(_.iterator.asScala.toVector).foreach { file =>
      val _ = Files.write(to.resolve(file.getFileName), bytesOf(Files.readAllBytes(file)))
    }
  }
}
