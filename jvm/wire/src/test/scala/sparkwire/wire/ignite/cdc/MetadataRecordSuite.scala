package sparkwire.wire.ignite.cdc

import scala.jdk.CollectionConverters._

import org.apache.ignite.internal.binary.BinaryTypeImpl
import org.apache.ignite.internal.cdc.TypeMappingImpl
import org.apache.ignite.internal.util.IgniteUtils
import org.apache.ignite.platform.PlatformType

import sparkwire.wire.Tree.Text
import sparkwire.wire.ignite.NodeReads

import org.scalatest.funsuite.AnyFunSuite

/** Records of the topic for metadata, by the method that the streamer calls. */
class MetadataRecordSuite extends AnyFunSuite with NodeReads {
  private def refused(bytes: Array[Byte]): Option[String] =
    walk(OneMetadata, bytes).left.toOption.map(_.word)

  test("a type is described as the file of a node describes it") {
    val binary = node.ignite.binary
    binary.registerEnum("shop.Status",
      Map("PAID" -> Int.box(1), "NEW" -> Int.box(0), "\u00df" -> Int.box(7)).asJava)
    val wide = binary.builder("shop.Wide")
    // Its description takes more than one block.
    (0 until 200).foreach(at => wide.setField(s"field number $at", Int.box(at)))
    wide.build()
    binary.builder("shop.Item").setField("id", Int.box(1)).build()
    binary.builder("shop.Item").setField("id", Int.box(1)).setField("Name", "x").build()
    val described = binary.types.asScala.map(_.asInstanceOf[BinaryTypeImpl].metadata).toSeq
    assert(described.length >= 3)
    described.foreach { metadata =>
      val record = IgniteUtils.toBytes(metadata)
      val Right(Text(file)) = walk(OneMetadata, node.bytes(metadata)): @unchecked
      assert(walk(OneMetadata, record) === Right(Text(file)))
      everyCutIsAFault(OneMetadata)(record.take(2000))
      if (record.length < 1000) everyFlipIsValueOrFault(OneMetadata)(record)
    }
  }

  test("the name of a class") {
    val record = IgniteUtils.toBytes(new TypeMappingImpl(-5, "shop.Line", PlatformType.JAVA))
    assert(
      walk(OneMetadata, record) === Right(Text("""[{"type_name":"shop.Line","type_id":-5}]""")))
    everyCutIsAFault(OneMetadata)(record)
    everyFlipIsValueOrFault(OneMetadata)(record)
  }

  test("other streams") {
    assert(refused(IgniteUtils.toBytes("text")) === Some("type-mismatch"))
    assert(refused(Events.bytes(1, 2)) === Some("type-mismatch"))
    assert(refused(IgniteUtils.toBytes("text").take(4)) === Some("truncated-value"))
  }
}
