package sparkwire.linkage

import scala.collection.mutable

import sparkwire.linkage.ClassFile.Reference

/** Checks whether classes of Sparkwire would link with the Spark at hand, without running them.
  *
  * Platforms that call themselves Spark 4.0 leave classes out, or change constructors and methods.
  * Java would detect this only at the first use, as a `LinkageError` in the middle of a query. The
  * class files show beforehand which classes are used.
  */
private[sparkwire] final class Linkage(loader: ClassLoader) {
  private[this] val files = mutable.Map.empty[String, Option[ClassFile]]
  private[this] val found = mutable.Map.empty[String, Boolean]

  /** Returns the references that the classes, and the classes that they use in their own packages,
    * need of Spark and do not find.
    *
    * @param roots
    *   class names as in class files, such as `org/apache/spark/X`
    */
  def missing(roots: Seq[String]): Seq[String] = ours(roots).flatMap { of =>
    of.classes.filter(isSparks).filterNot(exists).map(_.replace('/', '.')) ++
      of.references.filter(reference => isSparks(reference.owner) && exists(reference.owner))
        .filterNot(isThere).map(_.toString) ++
      notImplemented(of) ++ overridesFinal(of)
  }.distinct

  private def ours(roots: Seq[String]): Seq[ClassFile] = {
    val found = mutable.LinkedHashMap.empty[String, ClassFile]
    val packages = roots.map(packageOf)
    def add(name: String): Unit =
      if (!found.contains(name)) file(name).foreach { of =>
        found(name) = of
        of.classes.filter(used => packages.contains(packageOf(used))).foreach(add)
      }
    roots.foreach(add)
    found.values.toSeq
  }

  private def packageOf(name: String): String = name.take(name.lastIndexOf('/'))
  private def isSparks(name: String): Boolean = name.startsWith("org/apache/spark/")
  private def file(name: String): Option[ClassFile] =
    files.getOrElseUpdate(name, ClassFile.find(name, loader))

  // Not every loader provides the bytes of its classes. A class that cannot be inspected counts as
  // complete.
  private def exists(name: String): Boolean = found.getOrElseUpdate(name,
    loader.getResource(s"$name.class") != null ||
      (try Class.forName(name.replace('/', '.'), false, loader) != null
      catch { case _: ClassNotFoundException | _: LinkageError => false }))

  private def isThere(reference: Reference): Boolean = {
    val lines = lineage(reference.owner)
    lines.isEmpty || lines.exists(_.members.exists(_.is(reference.name, reference.descriptor)))
  }

  /** Returns the class and all its supertypes that can be read. Each is read only when it is
    * reached.
    */
  private def lineage(name: String): LazyList[ClassFile] = {
    val seen = mutable.Set.empty[String]
    def from(names: List[String]): LazyList[ClassFile] = names match {
      case next :: rest if !seen.add(next) => from(rest)
      case next :: rest =>
        file(next).fold(from(rest))(of => of #:: from(of.parents.toList ++ rest))
      case Nil => LazyList.empty
    }
    from(List(name))
  }

  private def notImplemented(of: ClassFile): Seq[String] =
    if (of.isAbstract) Nil
    else {
      val lines = lineage(of.name)
      for {
        line <- lines
        if isSparks(line.name)
        open <- line.members
        if (open.flags & ClassFile.Abstract) != 0
        if !lines.exists(
          _.members.exists(made =>
            (made.flags & ClassFile.Abstract) == 0 && made.is(open.name, open.descriptor)))
      } yield Reference(line.name, open.name, open.descriptor).toString
    }

  private def overridesFinal(of: ClassFile): Seq[String] =
    for {
      line <- lineage(of.name).tail
      if isSparks(line.name)
      member <- line.members
      // A static method, such as the method of a lambda, is not overridden.
      if (member.flags & (ClassFile.Final | ClassFile.Private | ClassFile.Static)) == ClassFile.Final
      if member.descriptor.startsWith("(")
      if of.members.exists(_.is(member.name, member.descriptor))
    } yield s"${line.name.replace('/', '.')}.${member.name}, which is final"
}
