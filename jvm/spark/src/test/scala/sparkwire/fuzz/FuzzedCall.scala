package sparkwire.fuzz

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  BoundReference, Expression, Literal, UnsafeProjection
}
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.types._

import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.{Arguments, Function}
import sparkwire.cost.Outcome
import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Decode
import sparkwire.wire.Vectors

/** A call that is tried with made-up bytes: the functions of one family, with the same further
  * arguments.
  *
  * @param function
  *   the strict function of the family; a function that never refuses has no twins
  */
class FuzzedCall(val function: String, vectors: String, further: Any*) {
  private lazy val strict = call(function).get
  protected lazy val attempt: Option[Expression] = call(s"try_$function")
  private lazy val fault = call(s"${stem}_fault")
  private lazy val dissect = call(s"${stem}_dissect")
  // A function without a dissection of its own reads the same bytes as the functions of its format.
  private lazy val fields = dissect.orElse(call(s"${function.takeWhile(_ != '_')}_dissect"))
  private def stem = function.stripSuffix("_decode")

  private lazy val handedOn = attempt match {
    case Some(decode: Decode)
        if decode.children.length == 1 && decode.children.head.isInstanceOf[BoundReference] &&
          decode.children.head.dataType == BinaryType =>
      Some(new HandedOn(decode))
    case _ => None
  }

  /** The strict functions that are tried. */
  def covers: Seq[String] = Seq(function)

  /** The bytes to begin with, some of them valid. */
  def known: Seq[Array[Byte]] = Vectors.bytesOf(vectors)

  /** Returns whether bytes are decoded to a value. */
  def decodes(bytes: Array[Byte]): Boolean = attempt.getOrElse(strict).eval(row(bytes)) != null

  private lazy val (good, bad) = known.partition(decodes)

  /** Returns `count` of the known values, about half of them valid if there are that many. */
  def some(count: Int, random: Random): Seq[Array[Byte]] = {
    val few = random.shuffle(good).take(math.max(count / 2, count - bad.length))
    few ++ random.shuffle(bad).take(count - few.length)
  }

  protected def arguments: Seq[Expression] =
    BoundReference(0, inputType, nullable = true) +: further.map {
      case options: Map[_, _] => Literal.create(options, MapType(StringType, StringType))
      case Schemas(byId) => Literal.create(byId, MapType(IntegerType, StringType))
      case one => Literal(one)
    }

  /** The types of [[row]]. */
  def inputTypes: Seq[DataType] = arguments.collect { case input: BoundReference =>
    input.dataType
  }

  /** Returns a call in SQL of a function of the family. */
  def sql(function: String, inputs: Seq[String]): String =
    arguments.map {
      case input: BoundReference => inputs(input.ordinal)
      case constant => constant.sql
    }.mkString(s"$function(", ", ", ")")

  /** The functions of the family that return NULL, the fault or the bytes with their meaning. */
  def twins: Seq[String] = Seq(s"try_$function", s"${stem}_fault", s"${stem}_dissect")
    .filter(name => FunctionCatalog.all.exists(_.name == name))

  protected def inputType: DataType = BinaryType
  def row(bytes: Array[Byte]): InternalRow = InternalRow(bytes)

  protected def call(function: String, options: Map[String, String] = Map.empty): Option[
    Expression] =
    FunctionCatalog.all.find(_.name == function).map { row =>
      val more = if (options.isEmpty) Nil
      else Seq(Literal.create(options, MapType(StringType, StringType)))
      row.build(Arguments.bind(row, argumentsOf(row) ++ more))
    }

  // A dissection of one message does not read on after it.
  private def argumentsOf(row: Function): Seq[Expression] =
    if (row.name.endsWith("_dissect") && further.exists(_ == Map("resync" -> "true")))
      arguments.init
    else arguments

  private def takesOptions =
    FunctionCatalog.all.exists(row =>
      row.name == function && row.parameters.exists(_.name == "options"))

  /** Returns the decoding that fails for malformed input, or None if the call already has options
    * or takes none.
    */
  def decoding(options: Map[String, String]): Option[Decode] =
    if (further.exists(_.isInstanceOf[Map[_, _]]) || (options.nonEmpty && !takesOptions)) None
    else call(function, options).collect { case decode: Decode => decode }

  /** Asserts that bytes give a value or a fault, that nothing else is thrown, that all functions of
    * the family agree, and that they do not cost too much.
    */
  def check(bytes: Array[Byte]): Unit = {
    def cost = Cost.of(bytes, mostGrowth) {
      val value = agreed(bytes)
      if (value == null) 0 else asRow(InternalRow(value)).getSizeInBytes
    }
    // The first times, the cost includes objects that are created once and kept, such as classes.
    val costs = LazyList.fill(5)(cost)
    require(costs.exists(_.isLinear), s"too much: ${costs.last}")
  }

  /** Returns the calls of all functions of the family for these bytes, by their names. A call returns
    * its outcome.
    */
  def calls(bytes: Array[Byte]): Seq[(String, () => Outcome)] = {
    val row = this.row(bytes)
    for (name <- function +: twins) yield {
      val made = call(name).get
      name -> (() => Outcome.of(made, row))
    }
  }

  private lazy val asRow = UnsafeProjection.create(Array[DataType](strict.dataType))

  // Compressed data, Ignite's handles, and instances at the same position give more bytes than they
  // take, up to `maxSize`.
  private def mostGrowth =
    if (function.matches("(ignite|cernan|avro_container|kafka_records|layout|registry)_.*"))
      16L << 20
    else 0L

  private def agreed(bytes: Array[Byte]): Any = {
    val row = this.row(bytes)
    var value: Any = null
    val refusal =
      try {
        value = strict.eval(row)
        null
      } catch { case malformed: MalformedInputException => malformed.getMessageParameters }
    require(refusal == null || fault.isDefined, "refused, by a function that never refuses")
    val tried = attempt.fold(value)(_.eval(row))
    var isPassedOver = false
    require(refusal == null || tried == null, "refused, but not by try_")
    handedOn.foreach(_.check(row, tried))
    fault.foreach(
      _.eval(row) match {
        case why: InternalRow if passesOver(why, tried) => isPassedOver = true
        case why: InternalRow =>
          require(refusal != null, "a fault, but not refused")
          // The refusal of a text that is not a schema has no reason and no offset.
          if (refusal.containsKey("reason")) {
            require(why.getString(0) == refusal.get("reason"), "two reasons")
            require(why.getInt(1).toString == refusal.get("offset"), "two offsets")
          }
          require(why.getInt(1) >= 0 && why.getInt(1) <= bytes.length, "an offset outside")
        case _ => require(refusal == null, "refused, but no fault")
      })
    dissect.foreach(call =>
      Dissected.check(rowsOf(call, row), lengths(row), refusal != null || isPassedOver))
    tried
  }

  /** Returns whether decoding accepts a value despite this fault. */
  protected def passesOver(fault: InternalRow, decoded: Any): Boolean = false

  /** Returns the lengths of the inputs that a dissection must cover byte by byte. */
  protected def lengths(row: InternalRow): Seq[Int] = Seq(row.getBinary(0).length)

  /** Returns the fields that bytes consist of, for [[FieldEdits]]. */
  def fieldsOf(bytes: Array[Byte]): Seq[Anatomy.Field] = {
    val row = this.row(bytes)
    Dissected.fields(
      bytes, bytes.length - lengths(row).sum,
      fields.fold(Seq.empty[InternalRow])(call => rowsOf(call, row)))
  }

  private def rowsOf(dissect: Expression, row: InternalRow): Seq[InternalRow] = {
    val rows = dissect.eval(row).asInstanceOf[ArrayData]
    (0 until rows.numElements()).map(rows.getStruct(_, 5))
  }
}

/** A call for which the vectors of its format are not valid values, and `others` are. */
private[fuzz] final class OtherCall(name: String, vectors: String, others: => Seq[Array[Byte]],
    further: Any*)
    extends FuzzedCall(name, vectors, further: _*) {
  override def known: Seq[Array[Byte]] = super.known ++ others
}

/** Avro schemas by their ids. */
private[fuzz] final case class Schemas(byId: Map[Int, String])
