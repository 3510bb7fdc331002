package sparkwire.registries

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NotDirectoryException, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

/** Reads the `.avsc` files of a folder and its subfolders; `name.7.avsc` is version 7 of `name`. */
private[sparkwire] object SchemaFolder {
  private val Versioned = """(.+)\.(\d{1,9})""".r

  def read(folder: Path): Seq[FoundSchema] = {
    if (!Files.isDirectory(folder)) throw new NotDirectoryException(folder.toString)
    val files = Using.resource(Files.walk(folder))(
      _.iterator.asScala.filter(_.toString.endsWith(".avsc")).toSeq.sorted)
    files.map { file =>
      val text = Files.readString(file, UTF_8)
      file.getFileName.toString.stripSuffix(".avsc") match {
        case Versioned(name, version) => FoundSchema(None, text, name, Some(version.toInt))
        case name => FoundSchema(None, text, name, None)
      }
    }
  }
}
