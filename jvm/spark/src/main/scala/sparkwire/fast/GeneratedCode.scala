package sparkwire.fast

import java.util.concurrent.atomic.LongAdder

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.expressions.codegen.{CodeAndComment, CodeGenerator}

import sparkwire.linkage.OptionalPart
import sparkwire.wire.core.Bytes

import org.slf4j.LoggerFactory

/** Compiles code that reads or writes plain structs. Spark compiles and caches it like its own
  * generated code.
  */
private[sparkwire] object GeneratedCode {
  private val log = LoggerFactory.getLogger(getClass)

  /** The class that reads and writes numbers: the generated text takes the names from the classes,
    * so that a renamed class is also renamed there.
    */
  val Numbers: String = classOf[Bytes].getName

  // Code for many more fields does not fit a class.
  final val MaxFields = 300L

  /** How often code was compiled in this JVM, and how often that failed. */
  val compiled = new LongAdder
  val failed = new LongAdder

  /** Compiles a class and returns its object, or null if it cannot be used.
    *
    * @param base
    *   what the class extends
    * @param members
    *   returns the members of the class, null if there can be none, from a function that returns Java
    *   for an object that they use
    */
  def ofMembers[Made >: Null](base: Class[_])(
      members: ((AnyRef, Class[_]) => String) => String): Made = {
    val references = new ArrayBuffer[AnyRef]
    val text = members { (value, as) =>
      references += value
      s"((${as.getCanonicalName}) references[${references.length - 1}])"
    }
    if (text == null) null
    else compile[Made](
      s"""public Object generate(Object[] references) { return new Made(references); }
         |static final class Made extends ${base.getName} {
         |  private final Object[] references;
         |  Made(Object[] references) { this.references = references; }
         |$text
         |}
         |""".stripMargin,
      references.toArray)
  }

  /** Compiles the code and returns its object, or null if it cannot be used. A struct without code
    * goes field by field, with the same result more slowly, so a failure is logged and does not fail
    * the query.
    */
  def compile[Made >: Null](code: String, references: Array[AnyRef]): Made =
    try {
      val (made, stats) = CodeGenerator.compile(new CodeAndComment(code, Map.empty))
      // The JIT compiler never compiles longer methods.
      if (stats.maxMethodCodeSize > CodeGenerator.DEFAULT_JVM_HUGE_METHOD_LIMIT) null
      else {
        val found = made.generate(references.toArray[Any]).asInstanceOf[Made]
        compiled.increment()
        found
      }
    } catch {
      case error @ (_: LinkageError | NonFatal(_)) =>
        if (failed.sum == 0)
          log.warn(
            "Generated code for plain structs does not compile; they go field by field. " +
              "Further failures are not logged.",
            error)
        failed.increment()
        null
    }
}

/** The generated code for plain structs. */
private[sparkwire] case object GeneratedCodes
    extends OptionalPart(
      "generated code for structs", "they go field by field", Seq(GeneratedCode.getClass))
