package sparkwire.cost

import sparkwire.wire.avro.ContainerReaderSuite.{block, header, packet}

/** Single packets of Cernan, and frames of Avro. Streams of packets are in [[AvroFamilies]]. */
object CernanFamilies {
  private def repeated(size: Int, piece: Array[Byte]): Array[Byte] =
    Array.fill(math.max(1, size / piece.length))(piece).flatten

  private val manyBlocks: Int => Array[Byte] =
    size => packet(header("\"int\"") ++ repeated(size, block(1, Array(2))))

  private val wideRecord: Int => Array[Byte] = { size =>
    val fields = (0 until size / 32).map(number => s"""{"name":"f$number","type":"int"}""")
    val schema = s"""{"type":"record","name":"R","fields":[${fields.mkString(",")}]}"""
    packet(header(schema) ++ block(1, new Array[Byte](fields.length)))
  }

  val all: Seq[CostFamily] = Seq("cernan_decode", "cernan_ack").flatMap { function =>
    Seq(
      CostFamily(s"$function-blocks", "A packet with as many blocks as fit.", function)(size =>
        Seq(manyBlocks(size))),
      CostFamily(s"$function-fields", "A record with as many fields as the schema has room for.",
        function)(size => Seq(wideRecord(size))),
      CostFamily(s"$function-damaged", "A packet whose last block is cut off.", function)(size =>
        Seq(packet(header("\"int\"") ++ repeated(size, block(1, Array(2))).dropRight(3))))
    )
  } ++ Seq(
    CostFamily("frame-long", "A long value behind a frame.", "avro_frame")(size =>
      Seq(Array[Byte](3, 5) ++ new Array[Byte](size)))
  )
}
