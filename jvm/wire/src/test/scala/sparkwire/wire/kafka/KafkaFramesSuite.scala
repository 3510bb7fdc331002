package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Root
import sparkwire.wire.kafka.KafkaFrames.Frame
import sparkwire.wire.kafka.messages._

import org.scalatest.funsuite.AnyFunSuite

/** Requests and responses of every release of Kafka at every version, with the headers that the
  * release gives them.
  */
class KafkaFramesSuite extends AnyFunSuite with ReaderChecks with WriterChecks {
  private def rootOf(frame: Frame): Root =
    if (frame.isRequest) OneRequest
    else Beside(OneResponse, Int.box(frame.apiKey), Int.box(frame.version))

  for ((api, frames) <- KafkaFrames.all.groupBy(_.message).toSeq.sortBy(_._1))
    test(s"$api in ${frames.map(_.release).distinct.mkString(", ")}") {
      for (frame <- frames) withClue(s"$frame, ${Vectors.hex(frame.bytes)}: ") {
        val root = rootOf(frame)
        val found =
          walk(root, frame.bytes).fold(reason => fail(reason.word), Views.plain)
        assert(Views.without(found, "body") === struct(
          "api" -> Text(frame.message.stripSuffix("Request").stripSuffix("Response")),
          "api_key" -> Whole(frame.apiKey.toLong),
          "api_version" -> Whole(frame.version.toLong),
          "correlation_id" -> Whole(frame.correlationId.toLong),
          "client_id" -> Option(frame.clientId).fold[Tree](NoValue)(Text(_))))
        val body = Tree.struct("body" -> frame.body)
        assert(Views.isWithin(withoutEmptyName(frame, body), found))
        tiles(root)(frame.bytes)
        prunedIsUnpruned(root)(frame.bytes)
      }
    }

  // Kafka's reader of responses makes it null, its reader of the message alone does not.
  private def withoutEmptyName(frame: Frame, tree: Tree): Tree = tree match {
    case Struct(fields) if frame.message == "JoinGroupResponse" =>
      Struct(
        fields.map {
          case ("body", Struct(body)) =>
            "body" -> Struct(body.filterNot(_ == "protocolName" -> Text("")))
          case other => other
        })
    case other => other
  }

  test("every header that Kafka has had") {
    val headers = KafkaFrames.all.groupBy(_.isRequest).map { case (isRequest, frames) =>
      isRequest -> frames.map(_.headerVersion).distinct.sorted
    }
    assert(headers === Map(true -> Seq(0, 1, 2), false -> Seq(0, 1)))
    val oldest = KafkaFrames.all.filter(one => one.isRequest && one.headerVersion == 0)
    assert(oldest.map(one => one.message -> one.version).distinct ===
      Seq("ControlledShutdownRequest" -> 0))
  }
}
