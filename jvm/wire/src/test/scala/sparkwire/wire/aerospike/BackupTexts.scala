package sparkwire.wire.aerospike

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.{Base64, HexFormat}

/** Entries of backups as texts, which have a byte for each character. */
trait BackupTexts {
  protected def bytes(text: String): Array[Byte] = text.getBytes(ISO_8859_1)
  protected def text(bytes: Array[Byte]): String = new String(bytes, ISO_8859_1)
  protected def hex(digits: String): String = text(HexFormat.of.parseHex(digits.replace(" ", "")))
  protected def base64(raw: String): String = Base64.getEncoder.encodeToString(bytes(raw))

  protected val digest: String = base64("01234567890123456789")
  protected def head(first: String = "", set: String = "", generation: String = "1",
      expiration: String = "0"): String =
    s"$first+ n test\n+ d $digest\n$set+ g $generation\n+ t $expiration\n"
  protected def record(bins: String*): String =
    head() + s"+ b ${bins.length}\n" + bins.map(bin => s"- $bin\n").mkString
  protected def keyed(key: String): String = head(s"+ k $key\n") + "+ b 0\n"

  protected val bins: Int = head().length
}
