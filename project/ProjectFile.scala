import sbt._

/** What `python/pyproject.toml` says of the project. It is the one place of the version, the description and the
  * addresses, so that jar and wheel say the same.
  */
object ProjectFile {
  private lazy val text = IO.read(file("python/pyproject.toml"))

  /** The value of the first line `key = "value"`. */
  def value(key: String): String =
    s"""(?m)^"?$key"? = "(.*)"$$""".r.findFirstMatchIn(text).map(_.group(1))
      .getOrElse(sys.error(s"python/pyproject.toml has no $key"))
}
