package sparkwire.wire.databus

import sparkwire.wire._
import sparkwire.wire.core.Cursor
import sparkwire.wire.databus.Databus.OneEvent
import sparkwire.wire.heads.{FixedLayout, LayoutField}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The tables of [[EventLayouts]] against events that Databus wrote. */
class EventLayoutsSuite extends AnyFunSuite with VectorTests with ReaderChecks with LayoutChecks {
  private val checksums = new Checksums

  eachLine("databus", "events-v1", 60)(follows(EventLayouts.Version1, _))
  eachLine("databus", "events-v2", 38)(follows(EventLayouts.Version2, _))

  private def follows(layout: FixedLayout, line: Line): Assertion = {
    val bytes = line.bytes
    val cursor = new Cursor().wrap(bytes)
    cursor.setBigEndian(line.order == "big")
    val header = walk(OneEvent, bytes).toOption.get.at("header_length") match {
      case Tree.Whole(length) => length.toInt
      case other => fail(s"$other")
    }
    fieldsAreAt(layout, dissect(OneEvent, bytes).tiles)
    computedAsSaid(layout, header, bytes.length)(numberIn(cursor)) { (from, until) =>
      checksums.databusCrc(bytes, from, until) & 0xffffffffL
    }
  }

  private def numberIn(cursor: Cursor)(field: LayoutField): Long = field.size match {
    case 1 => cursor.bytes(field.at).toLong
    case _ if field.wire == "uint32" => cursor.i32At(field.at) & 0xffffffffL
    case _ => cursor.i32At(field.at).toLong
  }
}
