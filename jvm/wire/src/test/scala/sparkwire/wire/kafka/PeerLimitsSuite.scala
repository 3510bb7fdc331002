package sparkwire.wire.kafka

import java.lang.reflect.InvocationTargetException
import java.nio.ByteBuffer

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalatest.funsuite.AnyFunSuite

/** Limits that Kafka's classes have from 4.4 on, and that neither its older ones nor our reader
  * have: 1,000,000 elements of an array and 10,000 tags of a struct.
  */
class PeerLimitsSuite extends AnyFunSuite with ReaderChecks {
  private val newest = KafkaRelease.newest
  private val older = KafkaRelease.all.find(_.name == "3.9.1").get

  /** An assignment of partitions of one topic. */
  private def assignment(partitions: Int): Array[Byte] = {
    val buffer = ByteBuffer.allocate(15 + partitions * 4)
    buffer.putInt(1).putShort(1.toShort).put('t'.toByte).putInt(partitions)
    (0 until partitions).foreach(buffer.putInt)
    buffer.putInt(-1)
    buffer.array
  }

  /** A request of a client, with empty tags that no release knows. */
  private def request(tags: Int): Array[Byte] = {
    val buffer = ByteBuffer.allocate(16 + tags * 4)
    buffer.put(Array[Byte](2, 'a', 2, 'b'))
    number(buffer, tags)
    (0 until tags).foreach { tag =>
      number(buffer, tag + 100)
      number(buffer, 0)
    }
    buffer.array.take(buffer.position)
  }

  private def number(buffer: ByteBuffer, value: Int): Unit = {
    var left = value
    while (left > 127) {
      buffer.put((left & 127 | 128).toByte)
      left >>>= 7
    }
    val _ = buffer.put(left.toByte)
  }

  private def reads(release: KafkaRelease, message: String, version: Int,
      bytes: Array[Byte]): Option[String] =
    try {
      val _ = release.read(message, version, ByteBuffer.wrap(bytes))
      None
    } catch { case refused: InvocationTargetException => Some(refused.getCause.getMessage) }

  private def ours(message: String, version: Int, bytes: Array[Byte]): Tree = {
    val root =
      OneMessage(KafkaLayout.Message(message, isName = true), VersionSource.Constant(version))
    walk(root, bytes).fold(reason => fail(reason.word), identity)
  }

  private def sizeOf(tree: Tree, path: String): Int = tree.at(path) match {
    case Items(items) => items.length
    case other => fail(s"$path is not an array: $other")
  }

  private val Assignment = "ConsumerProtocolAssignment"
  private val MostElements = 1000000
  private val MostTags = 10000

  test("an array of as many elements as Kafka's classes read, and of one more") {
    for (partitions <- Seq(MostElements, MostElements + 1)) {
      val bytes = assignment(partitions)
      assert(reads(older, Assignment, 0, bytes) === None)
      assert(reads(newest, Assignment, 0, bytes).isEmpty === (partitions == MostElements))
      val tree = ours(Assignment, 0, bytes)
      assert(sizeOf(tree, "assignedPartitions.0.partitions") === partitions)
    }
  }

  test("as many tags as Kafka's classes read, and one more") {
    for (tags <- Seq(MostTags, MostTags + 1)) {
      val bytes = request(tags)
      assert(reads(older, "ApiVersionsRequest", 3, bytes) === None)
      assert(reads(newest, "ApiVersionsRequest", 3, bytes).isEmpty === (tags == MostTags))
      assert(sizeOf(ours("ApiVersionsRequest", 3, bytes), "_unknown_tags") === tags)
    }
  }
}
