package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.funsuite.AnyFunSuite

/** Requests and responses with their headers. */
class FrameReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private def expected(view: JsonNode): Tree = {
    val header = view.get("header").get("full")
    struct(
      "api" -> Text(view.get("api_name").asText),
      "api_key" -> Whole(view.get("api_key").asLong),
      "api_version" -> Whole(view.get("api_version").asLong),
      "correlation_id" -> Whole(header.get("correlationId").asLong),
      "client_id" -> Option(header.get("clientId")).fold[Tree](NoValue)(Views.value)
    )
  }

  eachLine("kafka", "wire", 269) { line =>
    val args = line.json.get("args")
    val options = Options(Map("sizePrefix" -> args.get("size_prefix").asText))
    val root =
      if (line.text("kind") == "request") OneRequest
      else Beside(OneResponse, Integer.valueOf(args.get("api_key").asInt),
        Integer.valueOf(args.get("api_version").asInt))
    tiles(root, options)(line.bytes)
    val read = walk(root, line.bytes, options).left.map(_.word).map(Views.plain)
    line.fails match {
      case Some(word) => assert(read.left.toOption.exists(Views.isNear(word, _)))
      case None =>
        val found = read.toOption.get
        assert(Views.without(found, "body") === expected(line.view))
        val body = line.view.get("body")
        assert(Views.isWithin(Views.body(body), found.at("body")))
        assert(
          Views.isWithin(Views.without(found.at("body"), Views.unknownTags),
            Views.value(body.get("full"))),
          found.at("body"))
        assert(dissect(root, line.bytes, options).tiles.forall(_.kind != "gap"))
        prunedIsUnpruned(root, options)(line.bytes)
    }
  }
}
