package sparkwire.registries

import java.io.IOException
import java.net.{URI, URLEncoder}
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.Base64
import java.util.concurrent.{ExecutionException, TimeoutException, TimeUnit}

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** A client for Confluent's REST API. It tries each URL of a registry in turn until one answers.
  *
  * A secret that is given for a URL is sent to its server only: not to the other URLs, and not to
  * another server to which it redirects.
  *
  * @param urls
  *   the URLs, separated by commas, possibly each with its name and password
  * @param user
  *   the name and password for all URLs, in place of the ones in a URL
  */
private[sparkwire] final class RegistryClient(urls: String, user: Option[(String, String)],
    token: Option[String], headers: Map[String, String], retries: Int, timeoutSeconds: Int) {
  import RegistryClient._

  private val timeout = Duration.ofSeconds(timeoutSeconds.toLong)
  private val http = HttpClient.newBuilder().connectTimeout(timeout)
    .followRedirects(HttpClient.Redirect.NEVER).build()
  private val json = new ObjectMapper
  private val targets = urls.split(',').toSeq.map { written =>
    val url = RegistryUrl.of(written.trim)
    Target(url.bare, secrets(user.orElse(url.user)))
  }

  private def secrets(user: Option[(String, String)]): Map[String, String] = {
    val authorization = user.map { case (name, password) =>
      "Basic " + Base64.getEncoder.encodeToString(s"$name:$password".getBytes(UTF_8))
    }.orElse(token.map("Bearer " + _))
    headers ++ authorization.map("Authorization" -> _)
  }

  /** Returns the answer for a path: a list or an object. */
  def get(path: Seq[String], query: String): JsonNode = send(written(path) + query, None)

  /** Registers a schema under a subject and returns its id. A schema that is registered already keeps
    * its id, so the request can be repeated.
    */
  def register(subject: String, schema: String): Int = {
    val body = json.createObjectNode().put("schema", schema).toString
    send(written(Seq("subjects", subject, "versions")), Some(body)).path("id").asInt
  }

  private def written(path: Seq[String]): String =
    path.map(part => URLEncoder.encode(part, UTF_8).replace("+", "%20")).mkString("/")

  private def send(path: String, body: Option[String]): JsonNode = {
    var pause = FirstPauseMillis
    var attempt = 0
    var found = firstAnswer(path, body)
    while (found.isLeft && attempt < retries) {
      Thread.sleep(pause)
      pause *= 2
      attempt += 1
      found = firstAnswer(path, body)
    }
    found.fold(failed => throw failed, identity)
  }

  /** Returns the first answer of a URL. If none answers, returns the failure of the last one, which
    * is worth a retry.
    */
  private def firstAnswer(path: String, body: Option[String]): Either[IOException, JsonNode] = {
    val waiting = targets.iterator
    var found = ask(waiting.next(), path, body)
    while (found.isLeft && waiting.hasNext) found = ask(waiting.next(), path, body)
    found
  }

  private def ask(target: Target, path: String,
      body: Option[String]): Either[IOException, JsonNode] = {
    val url = s"${target.url}/$path"
    try {
      val answer = followed(URI.create(url), target.secrets, body)
      answer.statusCode match {
        case 200 => Right(parsed(url, answer.body))
        case status =>
          val failed = new IOException(s"$url: $status: ${said(answer.body)}")
          if (RetryableStatus(status)) Left(failed) else throw new Refused(failed)
      }
    } catch {
      case refused: Refused => throw refused.getCause
      case failed: IOException =>
        Left(new IOException(s"$url: ${Option(failed.getMessage).getOrElse(failed.toString)}"))
    }
  }

  /** Asks a URL, and the URLs to which it redirects. */
  private def followed(first: URI, secrets: Map[String, String],
      body: Option[String]): HttpResponse[String] = {
    var at = first
    var sent = secrets
    var answer = exchange(at, sent, body)
    var redirects = 0
    while (RedirectStatus(answer.statusCode)) {
      val next = RegistryUrl.redirect(at, answer.headers.firstValue("Location").orElse(""))
      redirects += 1
      if (next == null || redirects > MaxRedirects)
        throw new Refused(
          new IOException(
            s"$first: ${answer.statusCode}: it redirects " +
              (if (next == null) "to no URL, or from https to http." else "too often.") +
              " Give the URL of the registry itself."))
      if (!RegistryUrl.isSameServer(at, next)) sent = Map.empty
      at = next
      answer = exchange(at, sent, body)
    }
    answer
  }

  private def exchange(url: URI, secrets: Map[String, String],
      body: Option[String]): HttpResponse[String] = {
    val request = HttpRequest.newBuilder(url).timeout(timeout).header("Accept", Accepted)
    body.foreach(text =>
      request.header("Content-Type", Sent).POST(HttpRequest.BodyPublishers.ofString(text)))
    secrets.foreach { case (name, value) => request.header(name, value) }
    val answer = http.sendAsync(request.build(), new LimitedBody(MaxBody))
    // The timeout of the request ends with the head of the answer.
    try answer.get(timeout.toMillis, TimeUnit.MILLISECONDS)
    catch {
      case _: TimeoutException =>
        val _ = answer.cancel(true)
        throw new IOException(s"no answer within $timeoutSeconds seconds")
      case failed: ExecutionException =>
        failed.getCause match {
          case large: LimitedBody.TooLarge => throw new Refused(
              new IOException(s"${RegistryUrl.shown(url)}: ${large.getMessage}"))
          case cause: IOException => throw cause
          case cause => throw new IOException(cause)
        }
    }
  }

  private def parsed(url: String, body: String): JsonNode = {
    val found =
      try json.readTree(body)
      catch { case _: JsonProcessingException => null }
    if (found == null || !found.isContainerNode)
      throw new Refused(
        new IOException(s"$url: no answer of a registry: ${body.take(MaxShown)}"))
    found
  }

  /** Returns the sentence in which a registry explains an error. */
  private def said(body: String): String = {
    val message =
      try json.readTree(body).path("message").asText(body)
      catch { case _: JsonProcessingException => body }
    message.take(MaxShown)
  }
}

private object RegistryClient {
  private val Accepted = "application/vnd.schemaregistry.v1+json, application/json"
  private val Sent = "application/vnd.schemaregistry.v1+json"
  // Status codes after which a request may be retried.
  private val RetryableStatus = Set(408, 429, 500, 502, 503, 504)
  private val RedirectStatus = Set(301, 302, 303, 307, 308)
  private final val MaxRedirects = 5
  private final val MaxBody = 16 << 20
  private final val FirstPauseMillis = 200L
  private final val MaxShown = 300

  /** @param secrets
    *   the headers that only this server is sent
    */
  private final case class Target(url: String, secrets: Map[String, String])

  /** A failure that ends all retries. */
  private final class Refused(why: IOException)
      extends RuntimeException(why.getMessage, why, false, false)
}
