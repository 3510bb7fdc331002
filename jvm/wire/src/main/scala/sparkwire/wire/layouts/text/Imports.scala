package sparkwire.wire.layouts.text

import sparkwire.wire.layouts.BadLayout

/** Makes one text of a layout and the files that it imports. Each file becomes a type of the root,
  * marked as the root of its own content.
  */
private[layouts] object Imports {
  private final val MostFiles = 1000

  /** @param path
    *   the file, as `read` knows it
    * @param read
    *   returns the text of a file; paths have the separator `/` and no ending
    */
  def resolve(path: String, read: String => String): String = {
    val root = parsed(path, read)
    importsOf(root) match {
      case Seq() => read(path)
      case first =>
        // Files may import each other, the first one included.
        val files = all(first.map(resolved(path, _)), Map(path -> root), read) - path
        val types = entry(root, "types") match {
          case Some(map: Yaml.Mapping) => map.entries
          case _ => IndexedSeq.empty
        }
        val added = files.toSeq.sortBy(_._1).map { case (file, content) =>
          Yaml.Scalar(idOf(file, content), isPlain = true) -> asType(content)
        }
        val taken = types.map(_._1.asText)
        val merged = types ++ added.filterNot(one => taken.contains(one._1.text))
        YamlText.of(replaced(withoutImports(root), "types", Yaml.Mapping(merged.toIndexedSeq)))
    }
  }

  private def parsed(path: String, read: String => String): Yaml.Mapping =
    YamlParser.parse(read(path)) match {
      case map: Yaml.Mapping => map
      case other => throw new BadLayout("", s"$path: expected a map, found ${other.what}")
    }

  private def all(open: Seq[String], known: Map[String, Yaml.Mapping],
      read: String => String): Map[String, Yaml.Mapping] =
    open.filterNot(known.contains).headOption match {
      case None => known
      case Some(_) if known.size >= MostFiles =>
        throw new BadLayout("/meta/imports", s"more than $MostFiles files are imported")
      case Some(path) =>
        val content = parsed(path, read)
        all(open ++ importsOf(content).map(resolved(path, _)), known + (path -> content), read)
    }

  private def importsOf(map: Yaml.Mapping): Seq[String] = entry(map, "meta") match {
    case Some(meta: Yaml.Mapping) => entry(meta, "imports") match {
        case Some(list: Yaml.Listing) => list.items.map {
            case scalar: Yaml.Scalar => scalar.text
            case other =>
              throw new BadLayout(
                "/meta/imports", s"expected the name of a file, found ${other.what}")
          }
        case _ => Nil
      }
    case _ => Nil
  }

  /** A path that begins with `/` is one from the folder of all layouts; others are relative. */
  private def resolved(from: String, name: String): String =
    if (name.startsWith("/")) name
    else {
      val folder = from.substring(0, from.lastIndexOf('/') + 1)
      plain(folder + name)
    }

  /** A path without `.` and `..`. */
  def plain(path: String): String =
    path.split("/", -1).foldLeft(Vector.empty[String]) {
      case (before, ".") => before
      case (before :+ last, "..") if last != ".." && last.nonEmpty => before
      case (before, part) => before :+ part
    }.mkString("/")

  private def idOf(path: String, content: Yaml.Mapping): String = entry(content, "meta") match {
    case Some(meta: Yaml.Mapping) => entry(meta, "id") match {
        case Some(id: Yaml.Scalar) => id.asText
        case _ => path.substring(path.lastIndexOf('/') + 1)
      }
    case _ => path.substring(path.lastIndexOf('/') + 1)
  }

  private def asType(content: Yaml.Mapping): Yaml = {
    val mark = Yaml.Mapping(
      IndexedSeq(
        Yaml.Scalar("root", isPlain = true) -> Yaml.Scalar("true", isPlain = true)))
    replaced(withoutImports(content), "-spark", mark)
  }

  private def withoutImports(map: Yaml.Mapping): Yaml.Mapping = entry(map, "meta") match {
    case Some(meta: Yaml.Mapping) =>
      replaced(map, "meta", Yaml.Mapping(meta.entries.filterNot(_._1.asText == "imports")))
    case _ => map
  }

  private def entry(map: Yaml.Mapping, key: String): Option[Yaml] =
    map.entries.find(_._1.asText == key).map(_._2)

  private def replaced(map: Yaml.Mapping, key: String, value: Yaml): Yaml.Mapping =
    if (entry(map, key).isEmpty)
      Yaml.Mapping(map.entries :+ (Yaml.Scalar(key, isPlain = true) -> value))
    else Yaml.Mapping(
      map.entries.map {
        case (name, _) if name.asText == key => name -> value
        case other => other
      })
}

/** Writes a document in the flow style, on one line. */
private[text] object YamlText {
  def of(yaml: Yaml): String = write(yaml, new StringBuilder).toString

  private def write(yaml: Yaml, out: StringBuilder): StringBuilder = yaml match {
    case Yaml.Mapping(entries) =>
      out.append('{')
      entries.zipWithIndex.foreach { case ((key, value), at) =>
        if (at > 0) out.append(", ")
        write(key, out).append(": ")
        write(value, out)
      }
      out.append('}')
    case Yaml.Listing(items) =>
      out.append('[')
      items.zipWithIndex.foreach { case (item, at) =>
        if (at > 0) out.append(", ")
        write(item, out)
      }
      out.append(']')
    case scalar: Yaml.Scalar =>
      if (scalar.isNull) out.append("null")
      else if (isBare(scalar)) out.append(scalar.text)
      else quoted(scalar.text, out)
  }

  // A number in quotes would be a text, and so would true.
  private def isBare(scalar: Yaml.Scalar): Boolean =
    scalar.isPlain && (scalar.asWhole.isDefined || scalar.asBoolean.isDefined)

  private def quoted(text: String, out: StringBuilder): StringBuilder = {
    out.append('"')
    text.foreach {
      case '"' => out.append("\\\"")
      case '\\' => out.append("\\\\")
      case '\n' => out.append("\\n")
      case c if Character.isISOControl(c) || Character.isSurrogate(c) || c == '\ufeff' =>
        out.append("\\u").append(f"${c.toInt}%04x")
      case c => out.append(c)
    }
    out.append('"')
  }
}
