package sparkwire.registries

import java.io.{ByteArrayOutputStream, IOException}
import java.net.http.HttpResponse.{BodyHandler, BodySubscriber, ResponseInfo}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.{List => JavaList}
import java.util.concurrent.{CompletableFuture, CompletionStage, Flow}

/** Takes the text of an answer, and fails with [[LimitedBody.TooLarge]] if it has more bytes than
  * this.
  */
private[registries] final class LimitedBody(most: Int) extends BodyHandler[String] {
  override def apply(info: ResponseInfo): BodySubscriber[String] = new LimitedBody.Taking(most)
}

private[registries] object LimitedBody {
  final class TooLarge(most: Int) extends IOException(s"the answer is larger than $most bytes")

  private final class Taking(most: Int) extends BodySubscriber[String] {
    private[this] val done = new CompletableFuture[String]
    private[this] val taken = new ByteArrayOutputStream
    private[this] var source: Flow.Subscription = _

    override def getBody: CompletionStage[String] = done

    override def onSubscribe(subscription: Flow.Subscription): Unit = {
      source = subscription
      source.request(1)
    }

    override def onNext(parts: JavaList[ByteBuffer]): Unit = if (!done.isDone) {
      parts.forEach { part =>
        val bytes = new Array[Byte](math.min(part.remaining, most + 1 - taken.size))
        part.get(bytes)
        taken.write(bytes, 0, bytes.length)
      }
      if (taken.size > most) {
        source.cancel()
        val _ = done.completeExceptionally(new TooLarge(most))
      } else source.request(1)
    }

    override def onError(failed: Throwable): Unit = { val _ = done.completeExceptionally(failed) }
    override def onComplete(): Unit = { val _ = done.complete(taken.toString(UTF_8)) }
  }
}
