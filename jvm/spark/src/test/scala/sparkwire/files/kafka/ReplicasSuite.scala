package sparkwire.files.kafka

import java.nio.file.Path

import scala.util.Random

import sparkwire.errors.MalformedInputException
import sparkwire.wire.kafka.KafkaBatches.marker

import org.scalatest.funsuite.AnyFunSuite

/** A row: a record, or a loss, with offset -1 and its reason as value. */
private final case class Found(offset: Long, value: String, broker: String)

/** The union of several replicas of a partition. */
class ReplicasSuite extends AnyFunSuite with LogFolders {

  private def broken(bytes: Array[Byte]): Array[Byte] =
    bytes.updated(bytes.length - 1, (bytes.last ^ 1).toByte)

  private val junk = Array.fill[Byte](50)(7)

  /** Writes the segments of a replica and returns the log directory of its broker. */
  private def replica(name: String, segments: (Long, Seq[Array[Byte]])*): Path = {
    segments.foreach { case (base, batches) => segment(s"$name/t-0", base, batches: _*) }
    root.resolve(name)
  }

  private def lost(reason: String, broker: String): Found = Found(-1, reason, broker)

  private def union(options: (String, String)*)(paths: Path*): Seq[Found] =
    load(("replicas" -> "union") +: options: _*)(paths: _*)
      .selectExpr("coalesce(offset, -1)", "coalesce(fault.reason, STRING(value))",
        "split(file, '/')[size(split(file, '/')) - 3]").collect().toSeq
      .map(row => Found(row.getLong(0), row.getString(1), row.getString(2))).sortBy(_.offset)

  private val permissive = "mode" -> "permissive"

  test("a batch is read once, from the first replica where it is right") {
    val one = replica("a1", 0L -> Seq(batch(0, "a"), broken(batch(1, "b")), batch(2, "c")))
    val two = replica("a2", 0L -> Seq(batch(0, "a"), batch(1, "b"), batch(2, "c"), batch(3, "d")))
    val all =
      Seq(Found(0, "a", "a1"), Found(1, "b", "a2"), Found(2, "c", "a1"), Found(3, "d", "a2"))
    assert(union()(one, two) === all)
    assert(union(permissive)(one, two) === all)
    assert(union()(two, one).map(_.broker).distinct === Seq("a2"))
    assert(load(permissive)(one, two).count() === 7)
  }

  test("segments that are missing or cut, and logs that begin later, are made up for") {
    val batches = (0 until 9).map(at => batch(at.toLong, s"v$at"))
    val one = replica("b1", 0L -> batches.slice(0, 2), 6L -> batches.slice(6, 9))
    val two = replica("b2", 0L -> (batches.slice(0, 3) :+ batches(3).dropRight(5)))
    val three = replica("b3", 4L -> batches.slice(4, 6))
    val found = union(permissive)(one, two, three)
    assert(found === Seq("b1", "b1", "b2", "", "b3", "b3", "b1", "b1", "b1").zipWithIndex.filter(
      _._1.nonEmpty).map { case (broker, at) => Found(at.toLong, s"v$at", broker) })
  }

  test("what is broken in all replicas is one row, or an error") {
    val one = replica("c1", 0L -> Seq(batch(0, "a"), broken(batch(1, "b")), batch(2, "c")))
    val two = replica("c2", 0L -> Seq(broken(batch(0, "a")), broken(batch(1, "b"))))
    assert(union(permissive)(one, two) ===
      Seq(lost("bad-crc", "c1"), Found(0, "a", "c1"), Found(2, "c", "c1")))
    val error = intercept[MalformedInputException](union()(one, two))
    assert(error.getMessage.contains("bad-crc") && error.getMessage.contains("c1/t-0"))
  }

  test("bytes that are no batch are a row only if records are lost there") {
    val one = replica("d1", 0L -> Seq(batch(0, "a"), junk, batch(2, "c"), junk, batch(4, "e")))
    val two = replica("d2", 0L -> Seq(batch(0, "a"), batch(1, "b"), junk, batch(4, "e")))
    val found = union(permissive)(one, two)
    assert(found.length === 5)
    assert(found.tail === Seq(Found(0, "a", "d1"), Found(1, "b", "d2"), Found(2, "c", "d1"),
      Found(4, "e", "d1")))
    assert(found.head.offset === -1 && found.head.broker === "d1")
  }

  test("a length that is wrong hides no batch that another replica has not") {
    val long = broken(batch(1, "b"))
    // It claims to end inside of the second batch after it.
    long(11) = (long.length - 12 + batch(2, "c").length + 30).toByte
    val one =
      replica("e1", 0L -> Seq(batch(0, "a"), long, batch(2, "c"), batch(3, "d"), batch(4, "e")))
    val two = replica("e2", 0L -> Seq(batch(0, "a"), batch(1, "b")))
    assert(union(permissive)(one, two) === Seq(
      Found(0, "a", "e1"), Found(1, "b", "e2"), Found(2, "c", "e1"), Found(3, "d", "e1"),
      Found(4, "e", "e1")))
  }

  test("an offset that is wrong, which no checksum covers, is noticed by those around it") {
    val batches = (0 until 6).map(at => batch(at.toLong, s"v$at"))
    for ((changed, number) <- Seq(0 -> 1, 3 -> 2, 7 -> 4, 7 -> 16).zipWithIndex) {
      val (at, flipped) = changed
      val wrong = batches(2).updated(at, (batches(2)(at) ^ flipped).toByte)
      val one = replica(s"g$number-1", 0L -> batches.updated(2, wrong))
      val two = replica(s"g$number-2", 0L -> batches)
      for (paths <- Seq(Seq(one, two), Seq(two, one)))
        assert(union(permissive)(paths: _*).map(_.value) === (0 until 6).map(at => s"v$at"))
      assert(union(permissive)(one, one.resolve("t-0")).map(_.offset).take(1) === Seq(-1L))
    }
  }

  test("read_committed goes by the markers of all replicas") {
    val data = Seq(transactional(0, 1, "a"), transactional(1, 2, "b"), batch(2, "c"))
    val markers = Seq(marker(3, 1, isCommit = true), marker(4, 2, isCommit = false))
    val one = replica(
      "f1", 0L -> (data ++ Seq(broken(markers.head), broken(markers.last)) :+ batch(5, "d")))
    val two = replica("f2", 0L -> (data :+ markers.head))
    val three = replica("f3", 4L -> Seq(markers.last, batch(5, "d")))
    val committed = "isolation" -> "read_committed"
    assert(union(committed)(one, two, three) ===
      Seq(Found(0, "a", "f1"), Found(2, "c", "f1"), Found(5, "d", "f1")))
    // Without its marker, a transaction may be open.
    assert(
      union(committed, permissive)(one, two).map(_.value) === Seq("a"))
  }

  test("three damaged replicas of a random log: each record that is anywhere comes once") {
    for (seed <- 1 to 12) {
      val random = new Random(seed)
      val batches = (0 until 60).map(at => batch(2L * at, s"v$at", s"w$at"))
      val bases = Seq(0, 20, 40)
      val there = Seq.fill(3)(Seq.fill(60)(random.nextInt(4)))
      val paths = there.zipWithIndex.map { case (kinds, number) =>
        replica(s"r$seed-$number",
          bases.map { base =>
            2L * base -> (base until base + 20).flatMap { at =>
              kinds(at) match {
                case 0 => Seq(broken(batches(at)))
                case 1 => if (random.nextBoolean()) Nil else Seq(junk)
                case _ => Seq(batches(at))
              }
            }
          }: _*)
      }
      val found = union(permissive)(paths: _*)
      val expected = (0 until 60).filter(at => there.exists(_(at) > 1))
        .flatMap(at => Seq(2L * at, 2L * at + 1))
      assert(
        found.map(_.offset).filter(_ >= 0) === expected, s"seed $seed")
      val rowsOfLost = found.count(_.offset < 0)
      val isLost = expected.length < 120 && there.exists(_.contains(0))
      assert((rowsOfLost > 0) === isLost && rowsOfLost <= there.flatten.count(_ < 2), s"seed $seed")
    }
  }
}
