package sparkwire.optimizer

import org.apache.spark.sql.Row

import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Which fields of exploded elements are decoded. */
class ExplodedElementsSuite extends AnyFunSuite with PrunedQueries {
  test("exploded, then a field of the elements") {
    prunes(s"SELECT e.event.key FROM ($batch) LATERAL VIEW explode(d.events) AS e",
      Set("{events{event{key}}}"))
    prunes(
      s"SELECT name, posexplode(d.events.event.size) FROM ($batch)", Set("{events{event{size}}}"))
  }

  test("exploded, then several fields of the elements") {
    for (query <- Seq(
        s"SELECT e.event.key, e.offset FROM ($batch) LATERAL VIEW explode(d.events) AS e",
        s"SELECT e.event.key, e.offset, p FROM ($batch) LATERAL VIEW posexplode(d.events) AS p, e",
        s"SELECT e.event.key FROM ($batch) LATERAL VIEW explode(d.events) AS e WHERE e.offset > 9",
        s"SELECT e.event.key, sum(e.offset) FROM ($batch) LATERAL VIEW OUTER explode(d.events) AS e GROUP BY 1",
        s"SELECT e.event.key, e.offset FROM (SELECT name, explode(d.events) AS e FROM ($batch)) WHERE e.offset > 9")) {
      assert(parts(sql(query)).contains("{events{offset,event{key}}}"), query)
      isSameUnpruned(query)
    }
  }

  test("exploded, beside other fields of the value") {
    val query =
      s"SELECT d.tail.reason, e.event.key, e.offset FROM ($batch) LATERAL VIEW explode(d.events) AS e"
    // The filter that Spark adds, for lists that are not empty, counts the elements.
    assert(
      parts(sql(query)) === Set("{events{offset,event{key}},tail{reason}}", "{events{offset}}"))
    isSameUnpruned(query)
    isSameUnpruned(
      s"SELECT d.events.event.size, e.event.key, e.offset FROM ($batch) LATERAL VIEW explode(d.events) AS e")
    isSameUnpruned(
      s"SELECT d, e.event.key, e.offset FROM ($batch) LATERAL VIEW explode(d.events) AS e")
  }

  test("the number of elements needs none of their fields") {
    prunes(s"SELECT name FROM ($batch) WHERE size(d.events) > 1", Set("{events{offset}}"))
    prunes(
      s"SELECT size(d.events), d.tail IS NULL FROM ($batch)", Set("{events{offset},tail{reason}}"))
    prunes(s"SELECT size(d.events.event), d.tail.offset FROM ($batch)",
      Set("{events{event{version}},tail{offset}}"))
  }

  test("the number of elements of a value that is a list, beside fields of them") {
    // Two tags, and one.
    view("tagged", "v BINARY",
      Seq("020102aabb0301cc", "010500").map(hex => Row(Vectors.bytes(hex))))
    val lists = "SELECT kafka_tags_decode(v) list, octet_length(v) n FROM tagged"
    for (query <- Seq(
        s"SELECT flatten(collect_set(list.tag)), sum(size(list)), sum(n) FROM ($lists)",
        s"SELECT n, collect_set(list.tag), sum(size(list)), max(list IS NULL) FROM ($lists) GROUP BY n",
        s"SELECT size(list), list IS NOT NULL, n FROM ($lists) WHERE size(list) > 1",
        s"SELECT list.data, size(list), list IS NULL FROM ($lists) WHERE n > 1")) {
      isSameUnpruned(query)
      assert(parts(sql(query)).subsetOf(Set("{tag}", "all")), query)
    }
  }

  test("exploded, and an element used whole") {
    isSameUnpruned(s"SELECT e, e.offset FROM ($batch) LATERAL VIEW explode(d.events) AS e")
  }

  test("exploded, and the list used as well") {
    val list = "(SELECT name, databus_decode_all(v).events AS list FROM batches)"
    isSameUnpruned(
      s"SELECT e.event.key, e.offset, list[0].event.size FROM $list LATERAL VIEW explode(list) AS e")
    isSameUnpruned(s"SELECT e.offset, e.event.key, list FROM $list LATERAL VIEW explode(list) AS e")
  }

  test("exploded, of a type that some values do not fit") {
    view("lists", "v BINARY",
      // {"l": [{"a": 1, "b": 2}]}, and with "x" instead of 2
      Seq("81a16c9182a16101a16202", "81a16c9182a16101a162a178").map(hex => Row(Vectors.bytes(hex))))
    val decoded =
      "SELECT try_msgpack_decode(v, 'l ARRAY<STRUCT<a: INT, b: INT, c: INT>>') d FROM lists"
    isSameUnpruned(s"SELECT e.a, e.c FROM ($decoded) LATERAL VIEW explode(d.l) AS e")
    isSameUnpruned(s"SELECT d.l.a FROM ($decoded)")
  }

  // The element keeps the whole value, because all of it is held against the type.
  test("exploded, and some fields of values that are decoded in any case") {
    view("streams", "v BINARY",
      // {"a": 1, "b": 2, "c": 3} twice, and then with "x" instead of 2
      Seq("83a16101a16202a1630383a16101a16202a16303", "83a16101a162a178a16303")
        .map(hex => Row(Vectors.bytes(hex))))
    val values = "SELECT msgpack_decode_all(v, 'a INT, b INT, c INT').values AS list FROM streams"
    isSameUnpruned(s"SELECT e.value.b, e.value.c FROM ($values) LATERAL VIEW explode(list) AS e")
  }
}
