package sparkwire.registries

import java.io.IOException
import java.net.{URI, URLEncoder}
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.Base64

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** A client for Confluent's REST API. It tries each URL of a registry in turn until one answers.
  *
  * @param urls
  *   the URLs, separated by commas, possibly with name and password
  */
private[sparkwire] final class RegistryClient(urls: String, user: Option[(String, String)],
    token: Option[String], headers: Map[String, String], retries: Int, timeoutSeconds: Int) {
  import RegistryClient._

  private val timeout = Duration.ofSeconds(timeoutSeconds.toLong)
  private val http = HttpClient.newBuilder().connectTimeout(timeout)
    .followRedirects(HttpClient.Redirect.NORMAL).build()
  private val json = new ObjectMapper
  private val targets = urls.split(',').toSeq.map(url => withoutUser(url.trim))
  private val authorization: Option[String] =
    user.orElse(targets.flatMap(_._2).headOption).map { case (name, password) =>
      "Basic " + Base64.getEncoder.encodeToString(s"$name:$password".getBytes(UTF_8))
    }.orElse(token.map("Bearer " + _))

  /** Returns the answer for a path: a list or an object. */
  def get(path: Seq[String], query: String): JsonNode = {
    val asked = path.map(part => URLEncoder.encode(part, UTF_8).replace("+", "%20")).mkString("/")
    var pause = FirstPauseMillis
    var attempt = 0
    var found = firstAnswer(asked + query)
    while (found.isLeft && attempt < retries) {
      Thread.sleep(pause)
      pause *= 2
      attempt += 1
      found = firstAnswer(asked + query)
    }
    found.fold(failed => throw failed, identity)
  }

  /** Returns the first answer of a URL. If none answers, returns the failure of the last one, which
    * is worth a retry.
    */
  private def firstAnswer(path: String): Either[IOException, JsonNode] = {
    val urls = targets.iterator.map(_._1)
    var found = ask(s"${urls.next()}/$path")
    while (found.isLeft && urls.hasNext) found = ask(s"${urls.next()}/$path")
    found
  }

  private def ask(url: String): Either[IOException, JsonNode] =
    try {
      val request = HttpRequest.newBuilder(URI.create(url)).timeout(timeout)
        .header("Accept", Accepted)
      headers.foreach { case (name, value) => request.header(name, value) }
      authorization.foreach(request.header("Authorization", _))
      val answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString(UTF_8))
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
  // Status codes after which a request may be retried.
  private val RetryableStatus = Set(408, 429, 500, 502, 503, 504)
  private final val FirstPauseMillis = 200L
  private final val MaxShown = 300

  /** A failure that ends all retries. */
  private final class Refused(why: IOException)
      extends RuntimeException(why.getMessage, why, false, false)

  /** Removes name and password from a URL, so that no message shows them. */
  private def withoutUser(url: String): (String, Option[(String, String)]) = {
    val parsed = URI.create(url)
    if (parsed.getHost == null)
      throw new IllegalArgumentException("a registry has a URL such as https://host:8081")
    val bare = url.stripSuffix("/")
    if (parsed.getUserInfo == null) (bare, None)
    else {
      val (name, password) = parsed.getUserInfo.span(_ != ':')
      val host = bare.replace(s"${parsed.getRawUserInfo}@", "")
      (host, Some((name, password.drop(1))))
    }
  }
}
