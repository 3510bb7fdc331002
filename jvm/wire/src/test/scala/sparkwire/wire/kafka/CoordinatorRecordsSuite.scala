package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.messages.TopicRecord

import org.scalatest.funsuite.AnyFunSuite

/** All records of the coordinators' topics, compared with Kafka's own classes. */
class CoordinatorRecordsSuite extends AnyFunSuite with ReaderChecks {

  for ((topic, types) <- Seq(
      "__consumer_offsets" -> 22, "__transaction_state" -> 1, "__share_group_state" -> 2)) {
    val records = CoordinatorRecords.of(topic, samples = 4)

    test(s"$topic: there are records of $types types") {
      assert(records.map(_.number).distinct.length === types, records.map(_.name).distinct)
    }

    test(s"$topic: keys, values and tombstones") {
      for (record <- records; value <- Seq(record.value, null)) withClue(record.name) {
        val root = Beside(TopicRecord, topic.getBytes(US_ASCII), value)
        val found = walk(root, record.key).fold(reason => fail(reason.word), Views.plain)
        val ofValue = if (value == null) Nil
        else Seq("version" -> Whole(record.version.toLong), "value" -> record.valueTree)
        assert(found === struct(
          Seq("record" -> Text(record.name), "key" -> record.keyTree,
            "record_type" -> Whole(record.number.toLong), "tombstone" -> Flag(value == null)) ++
            ofValue: _*))
        assert(faultOf(root, record.key) === None)
        assert(dissect(root, record.key).tiles.forall(_.kind != "gap"))
      }
    }

    test(s"$topic: a cut in the key or the value is a fault in it") {
      for (record <- records.groupBy(_.number).values.map(_.head)) withClue(record.name) {
        def placeOf(key: Array[Byte], value: Array[Byte]): String =
          faultOf(Beside(TopicRecord, topic.getBytes(US_ASCII), value), key).map(_.path).getOrElse(
            "")
        for (length <- record.key.indices)
          assert(placeOf(record.key.take(length), record.value).matches("key(\\..*)?"))
        for (length <- record.value.indices)
          assert(placeOf(record.key, record.value.take(length)).matches("value([.\\[].*)?"))
      }
    }
  }
}
