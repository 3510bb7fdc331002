package sparkwire.optimizer

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Decode
import sparkwire.fuzz.FuzzTarget

import org.scalatest.funsuite.AnyFunSuite

/** A query for one field refuses the same values as a query for the whole value, with equal
  * messages.
  */
class PrunedFaultsSuite extends AnyFunSuite {

  private val limits: Seq[Map[String, String]] =
    Map.empty[String, String] +:
      (Seq(1, 24, 130, 300, 1000, 5000, 20000).map(size => Map("maxSize" -> size.toString)) ++
        Seq(1, 2, 3, 6).map(depth => Map("maxDepth" -> depth.toString)))

  /** Returns a type for each field alone, with the fields that contain it. */
  private def parts(dataType: DataType): Seq[DataType] = dataType match {
    case StructType(fields) => fields.toSeq.flatMap { field =>
        StructType(Seq(field)) +:
          parts(field.dataType).map(part => StructType(Seq(field.copy(dataType = part))))
      }
    case ArrayType(element, containsNull) => parts(element).map(ArrayType(_, containsNull))
    case _ => Nil
  }

  private def pruned(decode: Decode): Seq[Decode] =
    parts(decode.plan.valueType).map(Pruned(decode, _))

  private def refusal(decode: Decode, row: InternalRow): Option[String] =
    try {
      decode.eval(row)
      None
    } catch { case malformed: MalformedInputException => Some(malformed.getMessage) }

  // `make test` has a minute for this; `VALUES=250` takes six.
  private val count = sys.env.get("VALUES").fold(8)(_.toInt)

  // Encoders are left out: the bytes that they decode are also decoded by other calls.
  for ((name, call) <- FuzzTarget.calls.toSeq.sortBy(_._1)
    if !name.endsWith("_encode") && call.decoding(Map.empty).nonEmpty) {
    val seed = name.hashCode
    test(s"$name: the same refusals and the same words, whatever is asked for, seed $seed") {
      val random = new Random(seed)
      val values = call.some(count, random)
      for (options <- limits; whole <- call.decoding(options)) {
        val some = pruned(whole)
        // Without limits, damaged values are tested as well.
        for (value <- values;
          bytes <- value +: (if (options.isEmpty) FuzzTarget.damaged(value, random) else Nil)) {
          val row = call.row(bytes)
          val expected = refusal(whole, row)
          for (one <- some)
            assert(refusal(one, row) === expected,
              s"$options ${one.required.sql.take(200)} ${bytes.map("%02x".format(_)).mkString.take(4000)}")
        }
      }
    }
  }
}
