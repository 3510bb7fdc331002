import sbt._

/** The values of `python/pyproject.toml`, the single source of the version, the description and the
  * addresses, so that the jar and the wheel agree.
  */
object ProjectFile {
  private lazy val text = IO.read(file("python/pyproject.toml"))

  /** Returns the value of the first line `key = "value"`. */
  def value(key: String): String =
    s"""(?m)^"?$key"? = "(.*)"$$""".r.findFirstMatchIn(text).map(_.group(1))
      .getOrElse(sys.error(s"python/pyproject.toml has no $key"))
}
