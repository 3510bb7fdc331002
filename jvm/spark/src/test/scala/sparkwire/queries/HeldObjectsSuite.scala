package sparkwire.queries

import org.apache.spark.sql.{Dataset, Row}

import sparkwire.SparkSuite
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.MsgpackGenerator

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Decoded values that become objects of Scala keep their content while the next value is decoded. */
class HeldObjectsSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  import HeldObjectsSuite._

  private lazy val session = spark
  import session.implicits._

  private val made = Seq.tabulate(50)(at => Held(at.toLong, s"text $at", Seq(at.toLong, 7L)))

  private val packed = made.map { one =>
    MsgpackGenerator.write(
      Entries(
        Vector(
          Text("p") -> Whole(one.p), Text("s") -> Text(one.s),
          Text("l") -> Items(one.l.map(Whole(_)).toVector))))
  }

  override def beforeAll(): Unit = {
    super.beforeAll()
    view("held", "v BINARY", packed.map(Row(_)))
  }

  private val Call = "msgpack_decode(v, 'p BIGINT, s STRING, l ARRAY<BIGINT>')"
  private val ways = Seq(SparkSuite.Generated, SparkSuite.Interpreted, Seq(SparkSuite.Unpruned))

  /** Evaluates in each way. The body reads all columns of [[Held]], or one of a whole value. */
  private def inEachWay(body: => Any): Unit =
    ways.foreach(way => withClue(way)(withConf(way: _*)(body)))

  private def decoded: Dataset[Held] =
    sql(s"SELECT d.* FROM (SELECT $Call AS d FROM held)").as[Held]

  test("objects of a partition") {
    inEachWay {
      // Lists all objects before the first is used.
      assert(
        decoded.mapPartitions(all => all.toVector.iterator).collect().toSet === made.toSet)
    }
  }

  test("objects in a field") {
    inEachWay {
      val wrapped = sql(s"SELECT $Call AS _1, length(v) AS _2 FROM held").as[(Held, Int)]
      assert(
        wrapped.mapPartitions(_.toVector.map(_._1).iterator).collect().toSet === made.toSet)
    }
  }

  test("objects of a group") {
    inEachWay {
      val groups = decoded.groupByKey(_.p % 3).mapGroups((_, all) => all.toVector.map(_.s).sorted)
      assert(groups.collect().flatten.sorted === made.map(_.s).sorted)
    }
  }

  test("objects of two sides") {
    inEachWay {
      val both = decoded.as("a").joinWith(decoded.as("b"), $"a.s" === $"b.s")
      assert(both.collect().toSet === made.map(one => (one, one)).toSet)
    }
  }

  test("an object that is compared with all others") {
    inEachWay {
      assert(decoded.reduce((one, other) => if (one.p > other.p) one else other) === made.last)
    }
  }

  test("rows of a local relation") {
    val values = packed.map(bytes => bytes.map("%02x".format(_)).mkString("(X'", "", "')"))
    inEachWay {
      val found = rows(
        s"SELECT $Call FROM VALUES ${values.mkString(", ")} AS t(v) ORDER BY $Call.s DESC, $Call")
      assert(found.map(_.getStruct(0).getString(1)) === made.map(_.s).sorted.reverse)
    }
  }
}

object HeldObjectsSuite {
  final case class Held(p: Long, s: String, l: Seq[Long])
}
