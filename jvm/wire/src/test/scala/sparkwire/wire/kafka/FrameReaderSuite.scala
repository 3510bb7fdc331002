package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Bytes, Options}
import sparkwire.wire.kafka.messages._
import sparkwire.wire.trace.Tile

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Requests and responses with their headers. */
class FrameReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks with LayoutChecks {
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

  test("an ApiVersions response of version 0 is read as one, whatever version was asked for") {
    // Correlation id 9, then UNSUPPORTED_VERSION with no APIs, or with versions 0 to 2 of API 18.
    for ((body, apis) <- Seq("002300000000" -> 0, "002300000001001200000002" -> 1)) {
      val bytes = Vectors.bytes("00000009" + body)
      for (version <- 0 to 4) {
        val root = Beside(OneResponse, Int.box(18), Int.box(version))
        val found = walk(root, bytes).fold(reason => fail(reason.word), identity)
        assert(found.at("api_version") === Whole(0))
        assert(found.at("body").at("errorCode") === Whole(35))
        assert(found.at("body").at("apiKeys").asInstanceOf[Items].items.length === apis)
        tiles(root)(bytes)
        prunedIsUnpruned(root)(bytes)
      }
      val layout = Views.definition("ApiVersionsResponse")
      for (version <- Seq(VersionSource.Constant(3), VersionSource.Constant(0)))
        assert(walk(OneMessage(layout, version), Vectors.bytes(body)).isRight)
    }
  }

  test("a response at an unknown version is refused") {
    for (version <- Seq(-1, 99)) {
      val root = Beside(OneResponse, Int.box(3), Int.box(version))
      assert(walk(root, Vectors.bytes("00000009 00")).left.map(_.word) ===
        Left("unsupported-version"))
    }
  }

  test("bytes that are of neither version are refused for what is wrong with the one asked for") {
    val root = Beside(OneResponse, Int.box(18), Int.box(3))
    assert(faultOf(root, Vectors.bytes("000000090023000000")).map(_.path) === Some("body.apiKeys"))
    tiles(root)(Vectors.bytes("0000000900"))
    // Other APIs have no such fallback.
    assert(
      faultOf(Beside(OneResponse, Int.box(36), Int.box(2)),
        Vectors.bytes("00000009" + "0000" + "ffff" + "00000000" + "0000000000000000")).nonEmpty)
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
        val seen = dissect(root, line.bytes, options).tiles
        assert(seen.forall(_.kind != "gap"))
        hasFieldsInPlace(line, seen)
        prunedIsUnpruned(root, options)(line.bytes)
    }
  }

  /** Compares the tables of the layouts with bytes that Kafka wrote and with the reader. */
  private def hasFieldsInPlace(line: Line, seen: Seq[Tile]): Assertion = {
    val isSized = line.json.get("args").get("size_prefix").asBoolean
    val layout =
      if (line.text("kind") == "request") FrameLayouts.Request else FrameLayouts.Response
    if (isSized) {
      val end = line.bytes.length
      computedAsSaid(FrameLayouts.Sized, end, end)(_ => Bytes.i32be(line.bytes, 0).toLong)((_, _) =>
        fail("no checksum"))
      fieldsAreAt(FrameLayouts.Sized, seen)
    }
    fieldsAreAt(layout, seen, if (isSized) FrameLayouts.Sized.fixedSize else 0)
  }
}
