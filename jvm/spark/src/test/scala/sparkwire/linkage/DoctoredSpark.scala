package sparkwire.linkage

import java.io.File
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.jar.JarFile
import java.util.zip.{ZipEntry, ZipOutputStream}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.xbean.asm9.{ClassReader, ClassVisitor, ClassWriter, MethodVisitor, Opcodes}
import org.apache.xbean.asm9.commons.{ClassRemapper, Remapper}

/** One way in which a platform's Spark differs from Apache Spark. Spark itself still works, because
  * a name is changed in all of its classes.
  */
sealed abstract class Change(val mark: String)

object Change {

  /** A class and its nested classes are missing under their names. */
  final case class NoClass(name: String) extends Change(name.substring(name.lastIndexOf('/') + 1))

  /** Methods of this name, and the defaults of their arguments, are missing under their names.
    *
    * @param descriptorHas
    *   a part of their descriptors, to distinguish them from other methods of the name
    */
  final case class NoMethod(name: String, descriptorHas: String = "") extends Change(name)

  /** A class has one more abstract method, which its subclasses have to implement. */
  final case class NewAbstractMethod(owner: String)
      extends Change(owner.substring(owner.lastIndexOf('/') + 1))

  /** Methods of a class whose names end with `nameEnds` do nothing. They return their last
    * argument, unless they return nothing.
    */
  final case class Emptied(owner: String, nameEnds: String) extends Change(nameEnds)
}

/** Writes Spark's jars with changes, as a class path for another JVM. */
object DoctoredSpark {

  def classPath(changes: Seq[Change], folder: Path): String = {
    val entries = System.getProperty("java.class.path").split(File.pathSeparator).toSeq
    val removed = changes.collect { case Change.NoClass(name) => name }
    val jars = entries.map { entry =>
      if (isSparks(entry)) doctored(Path.of(entry), changes, removed, folder) else entry
    }
    (folder.resolve("classes").toString +: jars).mkString(File.pathSeparator)
  }

  private def isSparks(entry: String): Boolean =
    entry.substring(entry.lastIndexOf('/') + 1).matches("spark-.*\\.jar")

  /** Writes the changed classes into the folder that comes first on the class path. Only a jar that
    * holds a removed class has to be copied.
    */
  private def doctored(
      jar: Path, changes: Seq[Change], removed: Seq[String], folder: Path): String =
    Using.resource(new JarFile(jar.toFile)) { file =>
      val classes = file.entries.asScala.filter(_.getName.endsWith(".class")).toSeq
      for (entry <- classes) {
        val bytes = file.getInputStream(entry).readAllBytes()
        val text = new String(bytes, ISO_8859_1)
        if (changes.exists(change => text.contains(change.mark))) {
          val (name, changed) = apply(bytes, changes)
          val to = folder.resolve("classes").resolve(s"$name.class")
          Files.createDirectories(to.getParent)
          Files.write(to, changed)
        }
      }
      val gone = classes.map(_.getName).filter(name =>
        removed.exists(isOf(name.stripSuffix(".class"), _))).toSet
      if (gone.isEmpty) jar.toString else without(file, jar, gone, folder).toString
    }

  private def without(file: JarFile, jar: Path, gone: Set[String], folder: Path): Path = {
    val copy = Files.createDirectories(folder.resolve("jars")).resolve(jar.getFileName)
    Using.resource(new ZipOutputStream(Files.newOutputStream(copy))) { out =>
      out.setLevel(1)
      for (entry <- file.entries.asScala if !gone(entry.getName)) {
        out.putNextEntry(new ZipEntry(entry.getName))
        file.getInputStream(entry).transferTo(out)
        out.closeEntry()
      }
    }
    copy
  }

  private def isOf(name: String, top: String): Boolean = name == top || name.startsWith(s"$top$$")

  private def apply(bytes: Array[Byte], changes: Seq[Change]): (String, Array[Byte]) = {
    val reader = new ClassReader(bytes)
    val writer = new ClassWriter(0)
    val names = new Names(changes)
    reader.accept(new Members(new ClassRemapper(writer, names), changes), 0)
    (names.map(reader.getClassName), writer.toByteArray)
  }

  private final class Names(changes: Seq[Change]) extends Remapper {
    override def map(name: String): String =
      changes.collectFirst {
        case Change.NoClass(gone) if isOf(name, gone) => gone + "Here" + name.drop(gone.length)
      }.getOrElse(name)

    override def mapMethodName(owner: String, name: String, descriptor: String): String = {
      val base = name.takeWhile(_ != '$')
      changes.collectFirst {
        case Change.NoMethod(gone, has)
            if base == gone && (descriptor.contains(has) || name.contains("$default$")) =>
          gone + "Here" + name.drop(gone.length)
      }.getOrElse(name)
    }
  }

  private final class Members(next: ClassVisitor, changes: Seq[Change])
      extends ClassVisitor(Opcodes.ASM9, next) {
    private[this] var of = ""

    override def visit(version: Int, access: Int, name: String, signature: String, parent: String,
        interfaces: Array[String]): Unit = {
      of = name
      super.visit(version, access, name, signature, parent, interfaces)
    }

    override def visitMethod(access: Int, name: String, descriptor: String, signature: String,
        exceptions: Array[String]): MethodVisitor = {
      val made = super.visitMethod(access, name, descriptor, signature, exceptions)
      val empties = changes.exists {
        case Change.Emptied(owner, nameEnds) => of == owner && name.endsWith(nameEnds)
        case _ => false
      }
      if (empties) empty(made, descriptor) else made
    }

    private def empty(method: MethodVisitor, descriptor: String): MethodVisitor = {
      val arguments = descriptor.takeWhile(_ != ')').count(_ == ';')
      method.visitCode()
      if (descriptor.endsWith(")V")) method.visitInsn(Opcodes.RETURN)
      else {
        method.visitVarInsn(Opcodes.ALOAD, arguments)
        method.visitInsn(Opcodes.ARETURN)
      }
      method.visitMaxs(1, arguments + 1)
      method.visitEnd()
      null
    }

    override def visitEnd(): Unit = {
      if (changes.contains(Change.NewAbstractMethod(of)))
        super.visitMethod(
          Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "ofThisPlatform", "()V", null, null).visitEnd()
      super.visitEnd()
    }
  }
}
