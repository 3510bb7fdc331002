package sparkwire.expressions

import org.apache.spark.sql.catalyst.expressions.{Coalesce, Expression, Literal, RuntimeReplaceable}
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke
import org.apache.spark.sql.types.DataType

/** A function of its arguments and nothing else, without bytes that could be malformed: a call of a
  * static method, in generated code too. NULL if an argument is.
  *
  * @param owner
  *   the class that has the method, one for each combination of argument types
  * @param absent
  *   what stands for NULL, by the position of the arguments for which something does
  */
final case class StaticCall(function: String, owner: Class[_], method: String,
    arguments: Seq[Expression],
    result: DataType, absent: Map[Int, Literal] = Map.empty)
    extends RuntimeReplaceable {
  override lazy val replacement: Expression =
    StaticInvoke(owner, result, method,
      arguments.zipWithIndex.map { case (argument, position) =>
        absent.get(position).fold(argument)(value => Coalesce(Seq(argument, value)))
      })

  override def children: Seq[Expression] = arguments
  override def prettyName: String = function
  override def nodeName: String = function

  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(arguments = changed)
}
