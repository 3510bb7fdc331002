package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback
import org.apache.spark.sql.types.DataType

import sparkwire.linkage.OptionalPart

/** Wraps an expression where Spark's code generation differs from the one that the expression is
  * written for. Spark calls the expression for each row and generates no code for it.
  */
final case class Interpreted(child: Expression) extends UnaryExpression with CodegenFallback {
  override def dataType: DataType = child.dataType
  override def nullable: Boolean = child.nullable
  override lazy val foldable: Boolean = child.foldable
  override def prettyName: String = child.prettyName
  override def eval(input: InternalRow): Any = child.eval(input)
  override def toString: String = child.toString
  override def sql: String = child.sql
  override protected def withNewChildInternal(changed: Expression): Expression =
    copy(child = changed)
}

/** The generated code of the expressions. */
private[sparkwire] case object ExpressionCode
    extends OptionalPart(
      "generated code for its expressions", "functions are evaluated without code generation",
      Seq(classOf[Decode], classOf[StaticCall]))

/** Keeps a decoder or encoder for an expression that is evaluated by an interpreter. Several threads
  * may evaluate one expression object, because the plans of all queries over a view share their
  * expressions. A decoder has buffers and belongs to one thread: a thread that finds the buffers of
  * another creates its own. It is kept here and not in a ThreadLocal, which would keep it, and the
  * value that it decoded last, as long as the thread lives.
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
