package sparkwire.files

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.scalatest.{BeforeAndAfterAll, Suite}

/** A suite with a folder of its own, which is deleted with all that is in it. */
trait OwnFolder extends BeforeAndAfterAll { self: Suite =>
  protected val root: Path = Files.createTempDirectory("sparkwire")

  override def afterAll(): Unit = {
    OwnFolder.delete(root)
    super.afterAll()
  }

  /** Writes a file and returns its path. */
  protected def file(name: String, bytes: Array[Byte]): Path = {
    val made = root.resolve(name)
    val _ = Files.createDirectories(made.getParent)
    Files.write(made, bytes)
  }
}

object OwnFolder {
  def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toSeq).reverse.foreach(Files.delete)
}
