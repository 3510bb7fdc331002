package sparkwire.rows

import sparkwire.fast.GeneratedCode

/** Gives tests access to the counters and the compiler of generated code. */
object GeneratedFillers {
  def compiled: Long = GeneratedCode.compiled.sum
  def failed: Long = GeneratedCode.failed.sum
  def compile(code: String): Boolean = GeneratedCode.compile[AnyRef](code, Array.empty) != null
}
