package sparkwire.registries

import java.net.{URI, URISyntaxException}

/** The URL of a registry, and the name and password in it. No message shows them.
  *
  * @param bare
  *   the URL without name and password
  */
private[registries] final class RegistryUrl(val bare: String, val user: Option[(String, String)])

private[registries] object RegistryUrl {
  private val Schemes = Set("http", "https")

  def of(written: String): RegistryUrl = {
    // The exception of the parser would show the URL, and the password in it.
    val url = parsed(written)
    if (url == null || url.getHost == null || !Schemes(url.getScheme))
      refuse("a registry has a URL such as https://host:8081")
    val bare = written.stripSuffix("/")
    if (url.getRawUserInfo == null) checked(bare, None)
    else {
      val (name, password) = url.getUserInfo.span(_ != ':')
      checked(bare.replace(s"${url.getRawUserInfo}@", ""), Some((name, password.drop(1))))
    }
  }

  private def checked(bare: String, user: Option[(String, String)]): RegistryUrl =
    // A password with one of the characters /?# ends there, and the rest of it is in the path.
    if (bare.contains('@')) refuse("a registry has a URL such as https://host:8081")
    else new RegistryUrl(bare, user)

  private def refuse(message: String): Nothing = throw new IllegalArgumentException(
    s"$message. In a name or password before @, write characters such as / # and space as %2F %23 %20.")

  /** Returns the URL to which an answer redirects, or null if it names none that may be followed.
    */
  def redirect(from: URI, location: String): URI = {
    val next = parsed(location)
    val whole = if (next == null || location.isEmpty) null else from.resolve(next)
    val isPossible = whole != null && whole.getHost != null && Schemes(whole.getScheme) &&
      (from.getScheme == "http" || whole.getScheme == "https") && whole.getRawUserInfo == null
    if (isPossible) whole else null
  }

  def isSameServer(one: URI, other: URI): Boolean =
    one.getScheme == other.getScheme && one.getHost.equalsIgnoreCase(other.getHost) &&
      port(one) == port(other)

  private def port(url: URI): Int =
    if (url.getPort >= 0) url.getPort else if (url.getScheme == "https") 443 else 80

  /** Returns the server and the path of a URL. */
  def shown(url: URI): String = s"${url.getScheme}://${url.getHost}:${port(url)}${url.getRawPath}"

  private def parsed(written: String): URI =
    try new URI(written)
    catch { case _: URISyntaxException => null }
}
