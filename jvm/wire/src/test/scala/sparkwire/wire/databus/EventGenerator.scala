package sparkwire.wire.databus

import sparkwire.wire.databus.EventWriter._

import org.scalacheck.{Arbitrary, Gen}

/** Generates events of both versions and byte orders, as varied as the layout allows. */
object EventGenerator {
  private def bytes(atMost: Int): Gen[Array[Byte]] =
    Gen.choose(0, atMost).flatMap(Gen.containerOfN[Array, Byte](_, Arbitrary.arbitrary[Byte]))
  private def exactly(size: Int): Gen[Array[Byte]] =
    Gen.containerOfN[Array, Byte](size, Arbitrary.arbitrary[Byte])

  private val long = Gen.oneOf(Arbitrary.arbitrary[Long],
    Gen.oneOf(0L, -1L, 1L, Long.MinValue, Long.MaxValue, 999L, -999L, -1000L))
  private val order = Gen.oneOf(true, false)

  // The source ids around every boundary between two meanings.
  private val nearBorders =
    Seq(-20000, -51, -50, -49, -5, -4, -3, -2, 0).flatMap(id => Seq(id - 1, id, id + 1))
  private val source1 = Gen.oneOf(Gen.oneOf(nearBorders), Gen.choose(-32768, 32767))
  private val source2 =
    Gen.oneOf(source1, Gen.oneOf(65534, 131070, -65538), Arbitrary.arbitrary[Int])

  private val part = for {
    digest <- Gen.oneOf(exactly(16), exactly(4))
    version <- Gen.oneOf(Gen.choose(-8192, 8191), Gen.oneOf(0, 1, -8192, 8191))
    data <- bytes(20)
  } yield Part(digest, version, data)

  private val plainKey = Gen.oneOf(long.map(LongKey(_)), bytes(20).map(BytesKey(_)))
  private val anyKey = Gen.frequency(2 -> plainKey, 1 -> part.map(PartKey(_)))

  val version1: Gen[Event1] = for {
    big <- order
    flags <- Gen.choose(0, 0xffff)
    key <- plainKey
    sequence <- long
    physical <- Gen.choose(-32768, 32767)
    logical <- Gen.choose(-32768, 32767)
    nanos <- long
    source <- source1
    schemaId <- exactly(16)
    value <- bytes(40)
  } yield {
    val attributes = if (key.isInstanceOf[LongKey]) flags & ~8 else flags | 8
    Event1(big, attributes, key, sequence, physical, logical, nanos, source, schemaId, value)
  }

  val version2: Gen[Event2] = for {
    big <- order
    flags <- Gen.choose(0, 0xffff)
    opcode <- Gen.choose(0, 2)
    key <- anyKey
    sequence <- long
    partition <- Gen.choose(-32768, 32767)
    nanos <- long
    source <- source2
    metadata <- Gen.option(part)
    payload <- Gen.option(part)
  } yield Event2(big, flags, opcode, key, sequence, partition, nanos, source, metadata, payload)

  val event: Gen[Event] = Gen.oneOf(version1, version2)
}
