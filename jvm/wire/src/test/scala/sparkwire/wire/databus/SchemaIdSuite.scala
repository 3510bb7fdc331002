package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import org.scalatest.funsuite.AnyFunSuite

import sparkwire.wire._

class SchemaIdSuite extends AnyFunSuite {
  import JsonLines._

  private def canonical(schema: String): String = {
    val text = new SchemaText(Options.none.maxSize)
    text.write(new Cursor().wrap(schema.getBytes(UTF_8)), Nowhere)
    new String(text.bytes, 0, text.length, UTF_8)
  }

  private def id(schema: String): Any = read(Databus.SchemaIdentity, schema.getBytes(UTF_8)).fold(found => fail(found.toString), identity)

  of("schema-ids.jsonl").foreach { line =>
    test(line.get("name").asText) {
      val view = line.get("view")
      assert(canonical(line.get("schema").asText) === view.get("canonical").asText)
      assert(id(line.get("schema").asText) === view.get("schema_id").get("$hex").asText)
    }
  }

  of("avro.jsonl").filter(_.has("schema")).foreach { line =>
    test(s"${line.get("name").asText} - the event names its schema by the id") {
      val event = fields(Databus.OneEvent, hex(line.get("hex").asText))
      assert(id(line.get("schema").asText) === event("schema_id"))
    }
  }
}
