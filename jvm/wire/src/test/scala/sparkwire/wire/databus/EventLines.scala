package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire._
import sparkwire.wire.databus.json.FromJson

/** JSON lines made from their fields. In the texts, ' stands for a double quote. */
trait EventLines extends ReaderChecks {

  def quoted(text: String): String = text.replace('\'', '"')

  def event(text: String): Tree = event(quoted(text).getBytes(UTF_8))
  def event(bytes: Array[Byte]): Tree =
    walk(FromJson, bytes).fold(reason => fail(reason.explanation), identity)

  /** Reason, offset and path. */
  def fault(bytes: Array[Byte]): Option[(String, Int, String)] = {
    val found = faultOf(FromJson, bytes)
    assert(walk(FromJson, bytes).left.toOption === found.map(_.reason))
    found.map(fault => (fault.reason.word, fault.offset, fault.path))
  }

  val version1: Seq[(String, String)] = Seq(
    "opcode" -> "'DELETE'", "key" -> "-7", "sequence" -> "777", "logicalPartitionId" -> "2",
    "physicalPartitionId" -> "-1", "timestampInNanos" -> "1384000000123456789", "srcId" -> "15",
    "schemaId" -> "'ABEiM0RVZneImaq7zN3u/w=='", "valueEnc" -> "'JSON'", "value" -> "'aGVsbG8='")
  val version2: Seq[(String, String)] = Seq(
    "version" -> "2", "magicByte" -> "-889266451", "headerCrc" -> "4294967295", "bodyCrc" -> "0",
    "opcode" -> "null", "keyType" -> "'Number'", "key" -> "5", "valueEnc" -> "'JSON'",
    "isReplicated" -> "true",
    "traceOn" -> "false", "hasPayloadMetadata" -> "true", "hasPayload" -> "true",
    "timestampInNanos" -> "-1",
    "srcId" -> "70000", "logicalPartitionId" -> "1", "physicalPartitionId" -> "1",
    "sequence" -> "9",
    "metadataLength" -> "1", "metadataSchemaVersion" -> "-3", "metadataSchemaId" -> "'AAAAAA=='",
    "metadataValue" -> "'/w=='", "payloadLength" -> "0", "payloadSchemaVersion" -> "1",
    "payloadSchemaId" -> "'ABEiM0RVZneImaq7zN3u/w=='", "payloadValue" -> "''")
  val partKey: String = "'Length=3;SchemaVersion=-2;SchemaId=0x0a0B0c0d;Value=0x616263'"

  def text(fields: Seq[(String, String)]): String =
    fields.map { case (name, value) => s"'$name':$value" }.mkString("{", ",", "}")

  def but(fields: Seq[(String, String)], changes: (String, String)*): String =
    text(
      changes.foldLeft(fields) { case (all, (name, value)) =>
        if (all.exists(_._1 == name))
          all.map(field => if (field._1 == name) name -> value else field)
        else all :+ (name -> value)
      })

  def without(fields: Seq[(String, String)], names: String*): Seq[(String, String)] =
    fields.filterNot(field => names.contains(field._1))
}
