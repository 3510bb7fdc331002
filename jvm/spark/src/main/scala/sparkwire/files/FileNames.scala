package sparkwire.files

import sparkwire.linkage.OptionalPart

/** The file that a task reads, for Spark's function `input_file_name`. */
private[files] case object FileNames
    extends OptionalPart("input_file_name", "the function is empty; the column file names the file",
      Seq(classOf[CurrentFile])) {

  /** @param until
    *   where the part of the file ends, `Long.MaxValue` for the end of the file
    */
  def begin(path: String, from: Long, until: Long): Unit =
    if (isAvailable)
      CurrentFile.set(path, from, if (until == Long.MaxValue) -1 else until - from)

  def end(): Unit = if (isAvailable) CurrentFile.unset()
}
