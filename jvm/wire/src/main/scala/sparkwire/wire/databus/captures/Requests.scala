package sparkwire.wire.databus.captures

import java.util.ArrayDeque

import sparkwire.wire.capture.Budget
import sparkwire.wire.capture.http.HttpHead

/** The kind of request that a response answers, as far as the capture tells. */
private[captures] sealed abstract class Request

private[captures] object Request {

  /** For events. */
  case object Stream extends Request

  /** For something else. */
  case object Other extends Request

  /** HEAD: the response has no body. */
  case object Head extends Request

  /** The capture does not tell. */
  case object Unknown extends Request
}

/** The requests of a connection that have no response yet, in their order, which is also the order
  * of the responses.
  *
  * After lost bytes it is not known which request the next response answers. It is known again when
  * a request comes while no response is on its way. Packets overtake each other: a response may
  * come before its request.
  */
private[captures] final class Requests(budget: Budget) {
  import Requests._

  private[this] val waiting = new ArrayDeque[Request]
  private[this] var isSure = true
  private[this] var any = false
  // How many responses have come before their requests.
  private[this] var early = 0L

  /** Whether there has been the head of a request or response. */
  def hasAny: Boolean = any

  /** Bytes of the connection are lost. */
  def lose(): Unit = {
    budget.giveBack(RequestCost * waiting.size)
    waiting.clear()
    early = 0
    isSure = false
  }

  def add(head: HttpHead, isServerIdle: Boolean): Unit = {
    any = true
    if (isServerIdle) isSure = true
    if (early > 0) early -= 1
    else if (isSure) {
      budget.take(RequestCost)
      waiting.add(requestOf(head))
    }
    if (waiting.size > MostWaiting) lose()
  }

  /** Takes the request of the next response. */
  def next(): Request = {
    any = true
    if (!isSure) Request.Unknown
    else if (waiting.isEmpty) {
      early += 1
      Request.Unknown
    } else {
      budget.giveBack(RequestCost)
      waiting.poll()
    }
  }
}

private[captures] object Requests {
  // Databus's clients wait for each response.
  private final val MostWaiting = 1024
  // A place in a queue that has room for as many again.
  private final val RequestCost = 16L

  // The commands of relays and of bootstrap servers.
  private val Commands = Seq("/stream", "/bootstrap")

  private def requestOf(head: HttpHead): Request =
    if (head.method == "HEAD") Request.Head
    else if (Commands.exists(isCommand(head.target, _))) Request.Stream
    else Request.Other

  /** Whether a name of the path is this one. */
  private def isCommand(target: String, command: String): Boolean = {
    val end = target.indexWhere(char => char == '?' || char == '#')
    val path = if (end < 0) target else target.substring(0, end)
    path.endsWith(command) || path.contains(command + "/")
  }
}
