package sparkwire.wire.ignite

import java.util.ArrayList

import scala.jdk.CollectionConverters._

import org.apache.ignite.binary.BinaryObject
import org.apache.ignite.internal.binary.BinaryTypeImpl

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.ignite.cdc.OneMetadata
import sparkwire.wire.ignite.values.{OneHeader, OneIgniteValue}

import org.scalacheck.{Arbitrary, Gen}
import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Values from Ignite's own marshaller and builder: our reader gives the values that Ignite reads.
  */
class PeerSuite
    extends AnyFunSuite
    with ScalaCheckPropertyChecks
    with ReaderChecks
    with PeerValues
    with BeforeAndAfterAll {
  protected var node: Node = _
  private val one = OneIgniteValue(Kind.Dynamic)

  override def beforeAll(): Unit = node = new Node
  override def afterAll(): Unit = node.close()

  private def same(bytes: Array[Byte], options: Options, peer: Tree): Assertion = {
    val Right(ours) = walk(one, bytes, options): @unchecked
    assert(difference(ours, peer) === None)
    tiles(one, options)(bytes)
  }

  /** Returns all types that the node knows, from its own metadata, as the option `types`. */
  private def types: Options = {
    val texts = node.ignite.binary.types.asScala.map { known =>
      val bytes = node.bytes(known.asInstanceOf[BinaryTypeImpl].metadata)
      val Right(Text(text)) = walk(OneMetadata, bytes): @unchecked
      text.stripPrefix("[").stripSuffix("]")
    }
    Options(Map("types" -> texts.mkString("[", ",", "]")))
  }

  test("what the marshaller writes is what it was given") {
    forAll(values(3), minSuccessful(300)) { made =>
      val value = made()
      val bytes = node.bytes(value)
      same(bytes, types, tree(value))
    }
  }

  private val people: Gen[Person] = for {
    id <- Arbitrary.arbitrary[Int]
    name <- Gen.option(Gen.alphaStr).map(_.orNull)
    tags <- Gen.listOf(Gen.alphaStr)
    inner <- Gen.option(values(2))
  } yield {
    val person = new Person
    person.id = id
    person.name = name
    person.tags = tags.toArray
    person.extra = inner.map(_()).orNull.asInstanceOf[AnyRef]
    person.friends = new ArrayList[Person](java.util.Arrays.asList(new Person, new Person))
    person
  }

  test("objects of classes are read as the peer reads them") {
    forAll(people, minSuccessful(200)) { person =>
      val bytes = node.bytes(person)
      val peer = node.ignite.binary.toBinary[BinaryObject](person)
      same(bytes, types, tree(peer))
    }
  }

  test("what the builder makes is read, field by field") {
    forAll(objects(3), minSuccessful(400)) { made =>
      val built = made().asInstanceOf[BinaryObject]
      val bytes = node.bytes(built)
      same(bytes, types, tree(built))
      val Right(header) = walk(OneHeader, bytes): @unchecked
      assert(header.at("hash_ok") === Flag(true))
      assert(header.at("type_id") === Whole(built.`type`.typeId.toLong))
    }
  }

  test("any byte of what Ignite wrote may be any other") {
    forAll(objects(2), minSuccessful(20)) { made =>
      val bytes = node.bytes(made())
      // Without `types`: by now, reading the types of the node would take longer than the rest.
      everyCutIsAFault(one)(bytes)
      everyFlipIsValueOrFault(one)(bytes)
    }
  }

  test("ids are those of Ignite") {
    forAll { (name: String) =>
      whenever(name.nonEmpty) {
        val mapper = new org.apache.ignite.binary.BinaryBasicIdMapper(true)
        assert(Hashes.id(name) === mapper.fieldId(0, name))
      }
    }
    forAll { (ids: List[Int]) =>
      val schema = ids.foldLeft(IgniteClasses.schemaInitialId)(IgniteClasses.updateSchemaId)
      assert(Hashes.schemaId(ids.toArray) === schema)
    }
  }

  test("the files of a node describe its types") {
    val binary = node.ignite.binary
    binary.registerEnum("shop.Status", Map("NEW" -> Int.box(0), "PAID" -> Int.box(1)).asJava)
    binary.builder("shop.Item").setField("id", Int.box(1)).build()
    binary.builder("shop.Item").setField("id", Int.box(1)).setField("Name", "x").build()
    val texts = node.metadataFiles.map(walk(OneMetadata, _)).collect {
      case Right(Text(text)) => text
    }
    assert(texts.contains("""[{"type_name":"shop.Status","enum_values":{"NEW":0,"PAID":1}}]"""))
    assert(
      texts.exists(text => text.contains("shop.Item") && text.contains("""["id","Name"]""")))
    assert(texts.forall(TypeDescriptions.whyNot(_).isEmpty))
  }
}

/** A class such as applications have. */
private class Person {
  var id: Int = 0
  var name: String = _
  var tags: Array[String] = _
  var friends: java.util.List[Person] = _
  var extra: AnyRef = _
}
