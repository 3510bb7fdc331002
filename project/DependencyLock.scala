import java.security.MessageDigest

import sbt._
import sbt.Keys._

/** The lock file lists every module that the build resolves, with the SHA-256 of its jar. `lint`
  * fails if another version is resolved or if a jar has other bytes.
  */
object DependencyLock {
  val lockDependencies = taskKey[Unit]("write the lock file of this project")
  val checkDependencies = taskKey[Unit]("compare what is resolved with the lock file")

  private val lockFile = settingKey[File]("the lock file of this project")

  val settings: Seq[Setting[_]] = Seq(
    lockFile := (ThisBuild / baseDirectory).value / "project" / "locks" / s"${name.value}.lock",
    lockDependencies := IO.write(lockFile.value, linesOf(update.value).mkString("", "\n", "\n")),
    checkDependencies := {
      val locked = if (lockFile.value.isFile) IO.readLines(lockFile.value) else Nil
      val resolved = linesOf(update.value)
      val changed =
        resolved.diff(locked).map("+ " + _) ++ locked.diff(resolved).map("- " + _)
      if (changed.nonEmpty)
        sys.error(
          s"${lockFile.value.getName} does not name what is resolved; `make lock` writes it.\n" +
            changed.mkString("\n"))
    }
  )

  private def linesOf(report: UpdateReport): Seq[String] =
    report.configurations.flatMap(_.modules).flatMap { module =>
      module.artifacts.map { case (artifact, file) =>
        val id = module.module
        val classifier = artifact.classifier.fold("")(":" + _)
        s"${id.organization}:${id.name}:${id.revision}$classifier ${sha256(file)}"
      }
    }.distinct.sorted

  private def sha256(file: File): String =
    Hash.toHex(MessageDigest.getInstance("SHA-256").digest(IO.readBytes(file)))
}
