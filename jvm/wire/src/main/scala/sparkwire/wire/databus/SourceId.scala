package sparkwire.wire.databus

import scala.annotation.switch

import sparkwire.wire.core.Sink
import sparkwire.wire.databus.Databus._

/** The meaning of a source id. All 32 bits count.
  * | id          | meaning                                  |
  * | > 0         | data                                     |
  * | 0           | data, although its kind is GLOBAL_SYSTEM |
  * | -2          | end of period                            |
  * | -3          | checkpoint                               |
  * | -49 to -5   | error                                    |
  * | -51         | back to an earlier sequence              |
  * | < 0         | control                                  |
  * | <= -20000   | control that is never sent               |
  */
private[databus] object SourceId {
  final val EndOfPeriod = -2

  /** The fields derived from a source id. */
  private val fields = (SourceKind to IsError).map(1L << _).sum

  /** Gives the fields that are needed; `needed` has one bit for each, as in `Sink.needed`. */
  def give(sink: Sink, needed: Long, id: Int): Unit = if ((needed & fields) != 0) {
    if (asks(sink, needed, SourceKind)) sink.word(kind(id))
    var field = IsControl
    while (field <= IsError) {
      if (asks(sink, needed, field)) sink.bool(is(id, field))
      field += 1
    }
  }

  def kind(id: Int): Array[Byte] =
    if (id > 0) Data else if (id > -20000) GlobalSystem else PrivateSystem

  /** @param field
    *   one of the flags derived from a source id
    */
  def is(id: Int, field: Int): Boolean = (field: @switch) match {
    case IsControl => id < 0
    case IsPrivateControl => id <= -20000
    case IsCheckpoint => id == -3
    case IsEndOfPeriod => id == EndOfPeriod
    case IsScnRegress => id == -51
    case IsError => id > -50 && id < -4
  }

  private def asks(sink: Sink, needed: Long, field: Int): Boolean =
    (needed & (1L << field)) != 0 && sink.derives(field)
}
