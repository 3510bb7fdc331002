package sparkwire.wire.databus

import sparkwire.wire.databus.Databus._
import sparkwire.wire.heads.{FlagOf, ResultField}

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
  private final val LastControl = -20000

  /** The fields that are made from a source id. */
  val made: Seq[ResultField] =
    ResultField.word("source_kind")((id, _) => kind(id.toInt)) +: Seq[(String, FlagOf)](
      "is_control" -> (_ < 0),
      "is_private_control" -> (_ <= LastControl),
      "is_checkpoint" -> (_ == -3),
      "is_end_of_period" -> (_ == EndOfPeriod),
      "is_scn_regress" -> (_ == -51),
      "is_error" -> (id => id > -50 && id < -4)).map { case (name, is) =>
      ResultField.flag(name)(is)
    }

  private def kind(id: Int): Array[Byte] =
    if (id > 0) Data else if (id > LastControl) GlobalSystem else PrivateSystem
}
