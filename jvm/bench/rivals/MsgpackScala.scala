package sparkwire.bench.rivals

import scala.collection.mutable.{ArrayBuffer, LinkedHashMap}

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

import org.msgpack.core.{MessagePack, MessageUnpacker}

/** MessagePack by `msgpack-core` in a Scala UDF. */
final class MsgpackScala extends Rival {
  def contest = "msgpack"
  def name = "Scala UDF, msgpack-core"
  def decode(value: Column, whole: DataType): Column = MsgpackScala.decoding(value)
}

object MsgpackScala {
  final case class Preferences(lang: String, zone: String, page: Option[Int],
      dark: Option[Boolean])

  final case class User(id: Option[Long], name: String, email: String, score: Option[Double],
      active: Option[Boolean], avatar: Array[Byte], tags: Seq[String], prefs: Preferences,
      counters: scala.collection.Map[String, Long], level: Option[Int], updated: Option[Long],
      note: String)

  private def read(bytes: Array[Byte]): User = {
    val in = MessagePack.newDefaultUnpacker(bytes)
    var id, updated: Option[Long] = None
    var level: Option[Int] = None
    var score: Option[Double] = None
    var active: Option[Boolean] = None
    var name, email, note: String = null
    var avatar: Array[Byte] = null
    var tags: Seq[String] = null
    var prefs: Preferences = null
    var counters: scala.collection.Map[String, Long] = null
    var left = in.unpackMapHeader()
    while (left > 0) {
      in.unpackString() match {
        case "id" => id = Some(in.unpackLong())
        case "name" => name = in.unpackString()
        case "email" => email = in.unpackString()
        case "score" => score = Some(in.unpackDouble())
        case "active" => active = Some(in.unpackBoolean())
        case "avatar" => avatar = in.readPayload(in.unpackBinaryHeader())
        case "tags" => tags = texts(in)
        case "prefs" => prefs = preferences(in)
        case "counters" => counters = numbers(in)
        case "level" => level = Some(in.unpackInt())
        case "updated" => updated = Some(in.unpackLong())
        case "note" => note = in.unpackString()
        case _ => in.skipValue()
      }
      left -= 1
    }
    if (in.hasNext) throw new IllegalArgumentException("more than one value")
    User(id, name, email, score, active, avatar, tags, prefs, counters, level, updated, note)
  }

  private def texts(in: MessageUnpacker): Seq[String] = {
    val found = ArrayBuffer.empty[String]
    var left = in.unpackArrayHeader()
    while (left > 0) {
      found += in.unpackString()
      left -= 1
    }
    found.toSeq
  }

  private def preferences(in: MessageUnpacker): Preferences = {
    var lang, zone: String = null
    var page: Option[Int] = None
    var dark: Option[Boolean] = None
    var left = in.unpackMapHeader()
    while (left > 0) {
      in.unpackString() match {
        case "lang" => lang = in.unpackString()
        case "zone" => zone = in.unpackString()
        case "page" => page = Some(in.unpackInt())
        case "dark" => dark = Some(in.unpackBoolean())
        case _ => in.skipValue()
      }
      left -= 1
    }
    Preferences(lang, zone, page, dark)
  }

  private def numbers(in: MessageUnpacker): scala.collection.Map[String, Long] = {
    val found = LinkedHashMap.empty[String, Long]
    var left = in.unpackMapHeader()
    while (left > 0) {
      found(in.unpackString()) = in.unpackLong()
      left -= 1
    }
    found
  }

  private val decoding = udf(read _)
}
