package sparkwire.files.aerospike

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64

/** Parts of backups. */
object WrittenBackup {
  val header = "Version 3.1\n# namespace test\n# first-file\n"

  def bytes(text: String): Array[Byte] = text.getBytes(UTF_8)

  /** A record with an integer as key. */
  def record(key: Int, bins: String*): String = {
    val digest = Base64.getEncoder.encodeToString(f"$key%020d".getBytes(UTF_8))
    s"+ k I $key\n+ n test\n+ d $digest\n+ s demo\n+ g 1\n+ t 0\n+ b ${bins.length}\n" +
      bins.map(bin => s"- $bin\n").mkString
  }

  /** A record that is malformed, and where it is at fault. */
  def broken(key: Int): (String, Int) = {
    val text = record(key, "Q a 1")
    (text, text.indexOf("- Q"))
  }
}
