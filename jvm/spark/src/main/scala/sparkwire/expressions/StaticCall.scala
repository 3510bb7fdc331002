package sparkwire.expressions

import java.lang.reflect.{InvocationTargetException, Method}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Coalesce, Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.codegen.{
  CodegenContext, CodeGenerator, ExprCode, FalseLiteral
}
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.DataType

/** A function that a static method computes from the arguments alone. The result is NULL if an
  * argument is NULL or the method returns null.
  *
  * Spark's `StaticInvoke` does the same, but evaluates the arguments into an array that belongs to
  * the expression. If two threads evaluate one expression, as they do when they plan queries over
  * the same view, each then sees the arguments of the other.
  *
  * @param owner
  *   the class of the Scala object with the method, which has one overload for each combination of
  *   argument types
  * @param isShown
  *   whether plans and names of columns show the call; if not, they show its first argument
  */
final case class StaticCall(function: String, owner: Class[_], method: String,
    children: Seq[Expression], dataType: DataType, isShown: Boolean = true)
    extends Expression {
  override def nullable: Boolean = true
  override lazy val foldable: Boolean = children.forall(_.foldable)
  override def prettyName: String = function
  override def toString: String = if (isShown) super.toString else children.head.toString
  override def sql: String = if (isShown) super.sql else children.head.sql

  // The class in which Java sees the methods of a Scala object as static methods.
  private def staticOwner: String = owner.getName.stripSuffix("$")

  @transient private[this] lazy val target: Method = Class
    .forName(staticOwner, true, owner.getClassLoader)
    .getMethod(method, children.map(child => CodeGenerator.javaClass(child.dataType)): _*)

  override def eval(input: InternalRow): Any = {
    val values = children.map(_.eval(input).asInstanceOf[AnyRef])
    if (values.contains(null)) null
    else
      try target.invoke(null, values: _*)
      catch { case thrown: InvocationTargetException => throw thrown.getCause }
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val arguments = children.map(_.genCode(ctx))
    val result = ctx.freshName("result")
    val boxed = CodeGenerator.boxedType(dataType)
    val call = s"$staticOwner.$method(${arguments.map(_.value).mkString(", ")})"
    val isNull = arguments.map(_.isNull).filterNot(_ == FalseLiteral)
    val value = if (isNull.isEmpty) call else s"${isNull.mkString(" || ")} ? null : ($boxed) $call"
    val evaluated = arguments.map(_.code).foldLeft(code"")(_ + _)
    ev.copy(
      code = code"""
      $evaluated
      $boxed $result = $value;
      boolean ${ev.isNull} = $result == null;
      ${CodeGenerator.javaType(dataType)} ${ev.value} = ${ev.isNull} ? ${CodeGenerator.defaultValue(
          dataType)} : $result;
    """)
  }

  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(children = changed)
}

object StaticCall {

  /** Returns an expression that replaces a NULL argument with a constant. */
  def orElse(argument: Expression, default: Literal): Expression = Coalesce(Seq(argument, default))
}
