package sparkwire.expressions

/** Keeps a decoder or encoder for an expression that is evaluated by an interpreter. Several threads
  * may evaluate one expression object, because the plans of all queries over a view share their
  * expressions. A decoder has buffers and belongs to one thread: a thread that finds that of another
  * creates its own. It is kept here and not in a ThreadLocal, which would keep it, and the value that
  * it decoded last, as long as the thread lives.
  */
private[expressions] final class OneThread[A](create: () => A) {
  @volatile private[this] var last: OneThread.Owned[A] = _

  def own(): A = {
    val thread = Thread.currentThread
    val found = last
    if (found != null && found.thread == thread) found.value
    else {
      val made = new OneThread.Owned(thread, create())
      last = made
      made.value
    }
  }
}

private object OneThread {
  final class Owned[A](val thread: Thread, val value: A)
}
