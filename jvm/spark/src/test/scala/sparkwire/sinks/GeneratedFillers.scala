package sparkwire.sinks

import sparkwire.sinks.generated.FillerCode

/** What tests ask of generated code: whether there was any. */
object GeneratedFillers {
  def compiled: Long = FillerCode.compiled.sum
  def failed: Long = FillerCode.failed.sum
  def compile(code: String): Boolean = FillerCode.compile(code, Array.empty) != null
}
