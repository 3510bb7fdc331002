package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Cursor, Options, Sink}
import sparkwire.wire.ignite.{Buffer, Rereads}
import sparkwire.wire.ignite.types.Asked

/** The position of a walk over a value, and its purpose. */
private[values] final class IgniteWalk(options: Options) {
  private[this] val verifies = options.verifies
  private[this] var traces = false
  private[this] var looks = false

  /** The containers that are open. */
  val frames: FrameStack = new FrameStack(options.maxDepth)
  val rereads: Rereads = new Rereads
  val buffer: Buffer = new Buffer(rereads)

  /** The request for a value for which the user has named no type. It keeps the layouts that were
    * found.
    */
  val anything: Asked = Asked.anything

  def isTraced: Boolean = traces

  /** Whether parts that no sink needs are read as well. */
  def looksAtAll: Boolean = looks

  /** Begins with the value at the cursor.
    *
    * @param sink
    *   null if the value is only checked
    * @param from
    *   how far back handles may lead
    */
  def begin(cursor: Cursor, sink: Sink, from: Int): Unit = {
    cursor.setBigEndian(false)
    traces = sink != null && sink.tracer.isOn
    looks = verifies || traces
    buffer.begin(from, cursor.end)
    rereads.begin(cursor)
    frames.begin()
  }
}
