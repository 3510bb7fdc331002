package sparkwire.rows

import sparkwire.fast.FillerCode

/** Gives tests access to the counters and the compiler of generated code. */
object GeneratedFillers {
  def compiled: Long = FillerCode.compiled.sum
  def failed: Long = FillerCode.failed.sum
  def compile(code: String): Boolean = FillerCode.compile(code, Array.empty) != null
}
