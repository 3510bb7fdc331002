package sparkwire.cost

import java.nio.ByteBuffer

import scala.util.Random

import sparkwire.fuzz.{FieldEdits, FuzzTarget}

object CostFamilies {

  /** The families that were thought of. */
  val all: Seq[CostFamily] = Seq(MsgpackFamilies.all, IgniteFamilies.all, AerospikeFamilies.all,
    KafkaFamilies.all, AvroFamilies.all, AvroGrowthFamilies.all, CernanFamilies.all,
    DatabusFamilies.all, ValueFileFamilies.all, AerospikeBackupFamilies.all, WriterFamilies.all,
    AvroWriterFamilies.all,
    CaptureFamilies.all, CaptureBudgetFamilies.all, DatabusCaptureFamilies.all,
    HostileRowFamilies.all, LogFileFamilies.all, LayoutFamilies.all, NativeFamilies.all,
    SchemaIdFamilies.all).flatten

  /** Families that nobody has designed: for each fuzzed call, known values that grow in random
    * ways.
    *
    * @param seed
    *   determines the ways; a name tells it, so that a family can be measured again
    */
  def grown(seed: Long, ofEachCall: Int): Seq[CostFamily] =
    for {
      (name, call) <- FuzzTarget.calls.toSeq.sortBy(_._1)
      edits = new FieldEdits(call)
      number <- 1 to ofEachCall
    } yield {
      val value = edits.growing(new Random(seed + number).nextBytes(16))
      new CostFamily(s"grown-$name-${seed + number}",
        "A valid value, of which a part is repeated, lengthened or put into itself.",
        value.calls)
    }

  /** A family that is not linear, so that a test can see it found. */
  val quadratic: CostFamily =
    new CostFamily("quadratic", "A list, where each element is looked up from its head.",
      size => {
        val numbers = List.range(0, size / 256)
        Seq("sum" -> (() => Outcome(s"${numbers.indices.map(numbers(_)).sum >= 0}", 0)))
      })

  /** A family that keeps too much outside the heap, so that a test can see it found. */
  val outsideTheHeap: CostFamily =
    new CostFamily("outside-the-heap", "A thousand bytes of native memory for each byte.",
      size => {
        def kept() = {
          val buffer = ByteBuffer.allocateDirect(size * 1000)
          (0 until buffer.capacity by 4096).foreach(buffer.put(_, 1.toByte))
          Outcome(s"${buffer.get(0)}", 0)
        }
        Seq("buffer" -> (() => kept()))
      })

  def named(names: Set[String]): Seq[CostFamily] =
    if (names.isEmpty) all
    else (all ++ LayoutFamilies.named ++ Seq(quadratic, outsideTheHeap)).distinctBy(_.name)
      .filter(family => names(family.name))
}
