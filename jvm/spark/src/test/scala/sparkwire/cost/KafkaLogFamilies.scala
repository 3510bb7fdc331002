package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer

import sparkwire.files.kafka.LogReads
import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

/** Log files, read with `mode` = `permissive`. */
object KafkaLogFamilies {
  private val none = KafkaBatches.codecs.head._2

  private def batchAt(offset: Long): Array[Byte] =
    KafkaBatches.written(2, none, Seq(KafkaBatches.simple("a")), Seq(1), About(baseOffset = offset))

  private val good = batchAt(0)

  /** A batch, or its head, with other fields. */
  private def changed(bytes: Array[Byte], offset: Long)(change: ByteBuffer => Unit): Array[Byte] = {
    val copy = ByteBuffer.wrap(bytes.clone()).putLong(0, offset)
    change(copy)
    copy.array
  }

  private def broken(offset: Long): Array[Byte] = changed(good.take(61), offset) { bytes =>
    val _ = bytes.put(16, 9.toByte)
  }

  /** A head that claims to have a batch of this length. */
  private def head(offset: Long, length: Int): Array[Byte] = changed(good.take(61), offset) {
    bytes =>
      val _ = bytes.putInt(8, length)
  }

  private def at(offset: Long): Array[Byte] = changed(good, offset)(_ => ())

  /** Returns groups, up to this size together.
    *
    * @param group
    *   returns a group by its number and the bytes that are left
    */
  private def groups(size: Int)(group: (Int, Int) => Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    var number = 0
    while (out.size < size) {
      out.write(group(number, size - out.size))
      number += 1
    }
    out.toByteArray
  }

  private val content = Seq("offset", "value", "fault")

  private def rows(count: Int): Outcome = Outcome("rows", count)

  private def family(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    new CostFamily(name, attacks,
      size => {
        val file = LogReads.segment(bytes(size))
        def read(columns: Seq[String], verifies: Boolean): () => Outcome =
          () => rows(LogReads.rows(file, columns, verifies))
        Seq(
          "rows" -> read(content, verifies = true), "unverified" -> read(content, verifies = false),
          "count" -> read(Nil, verifies = false),
          "union" -> (() => rows(LogReads.rows(file, content, isUnion = true))))
      })

  private def committed(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    new CostFamily(name, attacks,
      size => {
        val file = LogReads.segment(bytes(size))
        Seq("committed" -> (() => rows(LogReads.rows(file, content, isCommitted = true))))
      })

  private def transactional(offset: Long, producer: Long): Array[Byte] =
    changed(transaction, offset) { bytes =>
      val _ = bytes.putLong(43, producer)
    }
  private def ended(offset: Long, producer: Long): Array[Byte] = changed(abort, offset) { bytes =>
    val _ = bytes.putLong(43, producer)
  }
  private lazy val transaction =
    KafkaBatches.written(2, none, Seq(KafkaBatches.simple("a")), Seq(1),
      About(producerId = 1, producerEpoch = 1, baseSequence = 0, isTransactional = true))
  private lazy val abort = KafkaBatches.marker(0L, 1L, isCommit = false)

  /** A long with the same hash as all others from here. */
  private def sameHash(number: Int): Long = number.toLong << 32 | number.toLong

  val all: Seq[CostFamily] = Seq(
    family("kafka-log-false-heads",
      "A broken head, the head of a batch that takes the rest of the file, and a good batch.")(
      groups(_)((number, left) =>
        broken(number.toLong) ++ head(number.toLong, math.max(left - 300, 100)) ++
          at(number.toLong))),
    family("kafka-log-overlaps",
      "A good batch, and the head of a batch that takes the rest of the file but for a byte.")(
      groups(_)((number, left) =>
        at(number.toLong) ++ head(number.toLong, math.max(left - 200, 100)))),
    family("kafka-log-cut", "Heads of batches that are longer than the file, and good batches.")(
      groups(_)((number, left) => head(number.toLong, left + (1 << 20)) ++ at(number.toLong))),
    family("kafka-log-too-large", "Heads of batches that are longer than any may be.")(
      groups(_)((number, _) => head(number.toLong, Int.MaxValue) ++ at(number.toLong))),
    family("kafka-log-nested", "Batches with right checksums inside one another, all broken.")(
      size =>
        (1 to math.min(size / 61, 1000)).foldLeft(new Array[Byte](math.max(0, size - 61000))) {
          (inside, _) => KafkaBatches.batch(0, 1, inside)
        } ++ Array[Byte](1, 2, 3)),
    family("kafka-log-noise", "Bytes that look like the head of a message at every fourth.")(size =>
      Array.tabulate(size)(place => if (place % 4 == 2) 1.toByte else 0.toByte)),
    family("kafka-log-offsets", "Batches with offsets that are too great, before broken ones.")(
      groups(_)((number, _) =>
        at((1L << 60) - number) ++ broken(number.toLong) ++ at(number.toLong))),
    family("kafka-log-zeros", "Broken heads with a run of zeros behind each.")(
      groups(_)((number, _) =>
        broken(number.toLong) ++ new Array[Byte](5000) ++ at(number.toLong))),
    family("kafka-log-counts", "Heads that claim to have as many records as possible.")(
      groups(_)((number, _) =>
        changed(at(number.toLong), number.toLong) { bytes =>
          val _ = bytes.putInt(57, 200000000)
        })),
    family("kafka-log-bad-checksums", "As many batches with wrong checksums as fit.")(
      groups(_)((number, _) =>
        changed(at(number.toLong), number.toLong) { bytes =>
          val _ = bytes.putInt(17, 7)
        })),
    committed(
      "kafka-log-producers", "Producers whose hashes are equal, each with an aborted batch.")(
      groups(_) { (number, _) =>
        val producer = sameHash(number)
        transactional(2L * number, producer) ++ ended(2L * number + 1, producer)
      }),
    committed("kafka-log-transactions", "One producer with as many aborted transactions as fit.")(
      groups(_)((number, _) => transactional(2L * number, 1) ++ ended(2L * number + 1, 1))),
    committed("kafka-log-open", "As many transactions that do not end as fit.")(
      groups(_)((number, _) => transactional(number.toLong, sameHash(number))))
  )
}
