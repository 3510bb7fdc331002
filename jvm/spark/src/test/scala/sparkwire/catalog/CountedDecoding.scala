package sparkwire.catalog

import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.sql.catalyst.expressions.Expression

import sparkwire.catalog.arguments.{Arguments, Example, Function}
import sparkwire.errors.Twins
import sparkwire.expressions.Ending
import sparkwire.wire.core._
import sparkwire.wire.databus.{Databus, EventReader}

/** A function that decodes events and counts its calls. */
object CountedDecoding {
  val calls = new AtomicLong

  private case object Counted extends Root {
    def kind: Kind = Databus.OneEvent.kind
    def newReader(options: Options): Reader = new Reader {
      private val reader = new EventReader(options)
      def read(cursor: Cursor, sink: Sink): Unit = {
        val _ = calls.incrementAndGet()
        reader.read(cursor, sink)
      }
    }
  }

  private val function = Function(
    name = "counted",
    parameters = Seq(Rows.value, Rows.options(Databus)),
    returns = "",
    usage = "",
    example = Example("", ""),
    since = "0.1.0",
    build = Rows.Decoding(Databus, _ => Counted).call(_, Ending.Strict, Twins("try", "fault"))
  )

  def build(passed: Seq[Expression]): Expression = function.build(Arguments.bind(function, passed))
}
