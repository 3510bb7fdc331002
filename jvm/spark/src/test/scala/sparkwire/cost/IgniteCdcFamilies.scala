package sparkwire.cost

import java.math.{BigDecimal, BigInteger}
import java.util.{ArrayList, Collections, HashMap, List => JavaList}

import scala.jdk.CollectionConverters._

import org.apache.ignite.internal.binary._
import org.apache.ignite.internal.util.IgniteUtils

import sparkwire.wire.ignite.{IgniteClasses, ObjectBytes}
import sparkwire.wire.ignite.IgniteBytes.{all => joined, _}
import sparkwire.wire.ignite.cdc.Events

/** Change events, which are streams of Java objects. */
private[cost] object IgniteCdcFamilies extends IgniteCalls {
  private def of(name: String, attacks: String)(value: Int => Any): CostFamily =
    written(name, attacks)(size => Events.bytes(1, value(size)))

  private def written(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-cdc-$name", attacks, "ignite_cdc_decode")(size =>
      Seq(bytes(size - Slack)))

  private def listOfAny(count: Int)(one: Int => Any): ArrayList[Any] =
    new ArrayList[Any]((0 until count).map(one).asJava)

  // Bytes that no ObjectOutputStream writes.

  /** An event with a value in the bytes of a stream. */
  private def raw(value: Encoded): Encoded = joined(Seq(Events.bytes(1, null).dropRight(1), value))

  private def be(number: Int): Encoded = i32(Integer.reverseBytes(number))
  private def name(text: String): Encoded = joined(
    Seq(Array((text.length >> 8).toByte, text.length.toByte), text.getBytes("ISO-8859-1")))
  private def bytesOf(numbers: Int*): Encoded = numbers.map(_.toByte).toArray

  /** The description of a class without fields. */
  private def described(text: String, parent: Encoded = bytesOf(0x70)): Encoded =
    joined(Seq(bytesOf(0x72), name(text), new Array[Byte](8), bytesOf(2, 0, 0, 0x78), parent))

  private def array(kind: Encoded, elements: Seq[Encoded]): Encoded =
    joined(Seq(bytesOf(0x75), kind, be(elements.length)) ++ elements)

  // The numbers up to here belong to the event, its class, its key and its version.
  private val firstNumber = 0x7e0009
  private def reference(number: Int): Encoded = joined(Seq(bytesOf(0x71), be(number)))

  private def blocksOf(data: Encoded, size: Int): Encoded =
    joined(data.grouped(size).toSeq.map(part => joined(Seq(bytesOf(0x77, size), part))))

  private def binary(data: Encoded, write: Encoded => Encoded): Encoded = joined(
    Seq(bytesOf(0x73),
      joined(
        Seq(bytesOf(0x72), name(Predef.classOf[BinaryObjectImpl].getName), new Array[Byte](8),
          bytesOf(12, 0, 0, 0x78, 0x70))),
      write(joined(Seq(be(data.length), data, be(0)))), bytesOf(0x78)))

  private val events = Seq(
    of("elements", "A list with as many elements as bytes.")(size =>
      new ArrayList[Any](Collections.nCopies[Any](size, null))),
    of("texts", "As many empty texts as fit.")(size => listOfAny(size / 3)(_ => new String)),
    of("malformed-text", "One text of malformed UTF-8, which is replaced.")(size =>
      "\ud800" * (size / 3)),
    of("names", "A map with as many names as fit.") { size =>
      val map = new HashMap[Any, Any]
      (0 until size / 12).foreach(at => map.put(name(at), null))
      map
    },
    of("repeated", "A list that is read again for a reference of five bytes.") { size =>
      val list = new ArrayList[Any](Collections.nCopies[Any](size / 2, null))
      listOfAny(size / 10)(_ => list)
    },
    of("doubling", "Lists of which each has the last one twice.")(size =>
      listOfAny(size / 2000)(_ =>
        (0 until 40).foldLeft[Any](1)((inner, _) =>
          new ArrayList[Any](JavaList.of(inner, inner))))),
    of("deep", "Lists that are as deep as allowed, again and again.")(size =>
      listOfAny(size / 8000)(_ =>
        (0 until 390).foldLeft[Any](1)((inner, _) => new ArrayList[Any](JavaList.of(inner))))),
    of("decimals", "Decimals that share one number of very many digits.") { size =>
      val digits = BigInteger.ONE.shiftLeft(size * 4)
      listOfAny(size / 40)(at => new BigDecimal(digits, at))
    },
    of("objects", "A binary object that is read again for a reference of five bytes.") { size =>
      val one = Events.binary(
        ObjectBytes(fields = Seq("a" -> utf8(new Array(size / 2)))).bytes)
      listOfAny(size / 10)(_ => one)
    },
    of("object", "A binary object in as many pieces as the JDK makes of it.")(size =>
      Events.binary(ObjectBytes(fields = Seq("a" -> utf8(new Array(size)))).bytes)),
    written("pieces", "A binary object in pieces of one byte.")(size =>
      raw(binary(list(many(size / 3)(_ => nothing): _*), blocksOf(_, 1)))),
    written("empty-pieces", "Pieces without any byte in front of a binary object.")(size =>
      raw(
        binary(nothing,
          data =>
            joined(many(size / 2)(_ => bytesOf(0x77, 0)) :+
              blocksOf(data, 1))))),
    written("classes", "As many descriptions of classes as fit.")(size =>
      raw(array(described("[L"), many(size / 24)(_ => array(described("[L"), Nil))))),
    written("class-references", "References to a class with a long name.")(size =>
      raw(
        array(described("[L" + "x" * math.min(size / 2, 60000)),
          many(size / 10)(_ => array(reference(firstNumber), Nil))))),
    written("constants", "Constants that share one long name.") { size =>
      // The array has the number after its class; the text is its first element.
      val kind = joined(
        Seq(bytesOf(0x72), name("E"), new Array[Byte](8),
          bytesOf(0x12, 0, 0, 0x78, 0x70)))
      val text = joined(Seq(bytesOf(0x74), name("y" * math.min(size / 2, 60000))))
      val first = joined(Seq(bytesOf(0x7e), kind, reference(firstNumber + 2)))
      raw(
        array(described("[L"),
          text +: first +:
            many(size / 11)(_ =>
              joined(
                Seq(bytesOf(0x7e), reference(firstNumber + 3),
                  reference(firstNumber + 2))))))
    }
  )

  private def typesOf(size: Int, fields: Int, schemas: Int, constants: Int): Encoded = {
    def named(count: Int): Map[String, Integer] =
      (0 until count).map(at => name(at) -> Int.box(at)).toMap
    IgniteUtils.toBytes(
      IgniteClasses.metadata(1, "T" * (size % 7),
        named(fields).map { case (field, id) => field -> new BinaryFieldMetadata(3, id) }.asJava,
        null,
        (0 until schemas).map(at => new BinarySchema(at, JavaList.of(Int.box(at)))).asJava,
        constants > 0, if (constants == 0) null else named(constants).asJava))
  }

  private val metadata = Seq(
    types("record-fields", "As many fields as fit, in no schema.")(size =>
      typesOf(size, size / 19, 0, 0)),
    types("record-schemas", "As many schemas as fit.")(size => typesOf(size, 0, size / 12, 0)),
    types("record-constants", "As many constants as fit.")(size => typesOf(size, 0, 0, size / 15))
  )

  val all: Seq[CostFamily] = events ++ metadata
}
