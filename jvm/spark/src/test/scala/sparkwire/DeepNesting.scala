package sparkwire

import org.apache.spark.sql.types.{ArrayType, DataType, IntegerType, VariantType}
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.expressions.{Decoder, Ending, Types}
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.OneKafkaValue
import sparkwire.wire.msgpack.TypedValues

/** A main class that runs on a thread with a small stack. */
private[sparkwire] abstract class OnSmallStack {
  protected def run(): Unit

  /** @param arguments
    *   the size of the stack in KiB
    */
  final def main(arguments: Array[String]): Unit = {
    var failed: Throwable = null
    val thread = new Thread(null,
      () =>
        try run()
        catch { case error: Throwable => failed = error },
      "small", arguments(0).toLong << 10)
    thread.start()
    thread.join()
    if (failed != null) {
      failed.printStackTrace()
      sys.exit(1)
    }
    println("deep enough")
  }
}

/** The main class of a JVM that only interprets bytecode, where most stack frames are largest. It
  * decodes, refuses and dissects values as deep as `maxDepth` allows.
  */
object DeepNesting extends OnSmallStack {

  protected def run(): Unit = {
    // In a VARIANT, a map with keys other than text counts as two levels. More than 600 levels are
    // refused, whatever `maxDepth` is.
    for {
      (head, levels) <- Seq("91" -> 1, "8101" -> 2, "81a161" -> 1)
      maxDepth <- Seq(500, 1000)
    } {
      val options = Map("maxDepth" -> maxDepth.toString)
      val most = math.min(maxDepth, 600) / levels
      val whole = TypedValues.nested(head, most, "c0")
      val tooDeep = TypedValues.nested(head, most + 1, "c0")
      val cut = TypedValues.nested(head, most, "")
      require(Decoders.value(whole, options = options) != null)
      require(Decoders.fault(whole, options = options) == null)
      require(Decoders.fault(tooDeep, options = options)._1 == "nesting-too-deep")
      require(Decoders.fault(cut, options = options)._1 == "truncated")
      for (bytes <- Seq(whole, tooDeep, cut))
        require(Decoders.decoder(Ending.Dissection, options = options).decode(bytes) != null)
      // Skipped, as a field that the type does not have.
      val beside = TypedValues.nested("81a162", 1, "") ++ TypedValues.nested(head, most - 1, "c0")
      require(Decoders.value(beside, DataType.fromDDL("a INT"), options) != null)
    }
    message()
    typed()
    avro()
    kafka()
  }

  private def message(): Unit = {
    val head = "930101" + "9594a474657374c0c414" + "00" * 20 + "c00100c09194a1621400"
    val plan = Decoders.plan(Ending.Strict, VariantType, Map.empty, Aerospike, Aerospike.OneMessage)
    val decoder = new Decoder(plan, plan.resultType)
    require(decoder.decode(
      TypedValues.nested(head, 1, "") ++ TypedValues.nested("91", 400, "c0")) != null)
  }

  private def avro(): Unit = {
    val node = """{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}"""
    for (ending <- Seq(Ending.Strict, Ending.Attempt, Ending.FaultRow, Ending.Dissection)) {
      val plan =
        Decoders.plan(ending, VariantType, Map("maxDepth" -> "1000"), Avro, AvroValue.Dynamic)
      val decoder = new Decoder(plan, plan.resultType, 2)
      for (depth <- Seq(400, 600, 601, 100000) if depth <= 600 || ending != Ending.Strict) {
        decoder.setInput(1, UTF8String.fromString(node))
        val found = decoder.decodeAmong(TypedValues.nested("02", depth - 1, "00"))
        val isNull =
          if (ending == Ending.FaultRow) depth <= 600
          else ending == Ending.Attempt && depth > 600
        require((found == null) == isNull)
      }
    }
    val arrays = (1 to 100).foldLeft("\"int\"")((item, _) => s"""{"type":"array","items":$item}""")
    val plan = Decoders.plan(Ending.Strict, VariantType, Map.empty, Avro, AvroValue.Typed(arrays))
    val bytes = TypedValues.nested("02", 100, "07") ++ TypedValues.nested("00", 100, "")
    require(new Decoder(plan, plan.resultType).decode(bytes) != null)
  }

  private def kafka(): Unit = {
    val root = OneKafkaValue(KafkaLayout.Types("ARRAY<" * 100 + "INT8" + ">" * 100))
    for (ending <- Seq(Ending.Strict, Ending.Dissection)) {
      val plan = Decoders.plan(ending, Types.of(root.kind), Map.empty, Kafka.Layouts, root)
      val bytes = TypedValues.nested("00000001", 100, "07")
      require(new Decoder(plan, plan.resultType).decode(bytes) != null)
    }
  }

  private def typed(): Unit = {
    val asked = (1 to 400).foldLeft[DataType](IntegerType)((inner, _) => ArrayType(inner))
    require(Decoders.value(TypedValues.nested("91", 400, "07"), asked) != null)
  }
}
