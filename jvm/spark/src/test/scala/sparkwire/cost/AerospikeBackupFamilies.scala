package sparkwire.cost

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Base64

import sparkwire.cost.ValueFileFamilies.groups
import sparkwire.files.values.{Packing, ValueReads}

/** Backups of Aerospike, read with `mode` = `permissive`. */
object AerospikeBackupFamilies {
  private val small = Map("maxSize" -> "16384")
  private val header = "Version 3.1\n".getBytes(US_ASCII)
  private val digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private def family(name: String, attacks: String, options: Map[String, String] = small,
      packing: String = Packing.None)(text: String): CostFamily =
    ValueFileFamilies.family("aerospike-backup", name, attacks, options, packing) { size =>
      val all = header ++ groups(size)(_ => text.getBytes(US_ASCII))
      if (packing == "gzip") ValueReads.gzip(all) else all
    }

  private def record(bins: String*): String =
    s"+ n t\n+ d $digest\n+ g 1\n+ t 0\n+ b ${bins.length}\n" + bins.map(bin =>
      s"- $bin\n").mkString

  private def list(bytes: Array[Byte]): String = {
    val packed = Base64.getEncoder.encodeToString(bytes)
    s"L a ${packed.length} $packed"
  }

  private val nested = Array.fill(400)(0x91.toByte) :+ 1.toByte

  val all: Seq[CostFamily] = Seq(
    family("records", "As many records as fit.")(record()),
    family("bins", "Records of as many bins as fit.")(record(Seq.fill(2000)("N a"): _*)),
    family("gaps", "As many records as fit, with a line between them that is none.")(
      record() + "x\n"),
    family("heads", "Heads of records that claim as many bins as they may.")(
      record().replace("+ b 0", "+ b 3000")),
    family("texts", "Records whose text claims as much as it may.")(
      record("S a 16000 x")),
    family("longer", "Texts that claim more than a value may have.")(
      record("S a 999999999 x")),
    family("keys", "Keys that claim as much as they may.")("+ k S 16000 x\n"),
    family("lines", "Lines that may begin a record.")("+ n \n"),
    family("escapes", "Names that are escaped beginnings of records.")("+ n \\\n"),
    family("names", "Names without an end.")("+ n " + "a" * 980 + "\n"),
    family("many-names", "A name without an end, in which records may begin.")(
      record().replace("+ g 1\n", "") + "+ s" + "\\\n+ n" * 100),
    family("numbers", "Numbers without an end.")(record("I a " + "1" * 990)),
    family("floats", "Floats of many digits.")(record("D a 0." + "1" * 900 + "e-300")),
    family("metadata", "Lines of the header.")("# first-file\n"),
    family("modules", "Modules that claim as much as they may.")("* u L a 16000 x\n"),
    family("contexts", "Indexes with a long context.")("* i a b c N 1 d N " + "A" * 4000 + "\n"),
    family("lists", "Lists in lists, in base64.")(record(list(nested))),
    family("elements", "Records with as many elements as fit.")(
      record(list(Array[Byte](-36, 0x20, 0) ++ Array.fill(8192)(-64.toByte)))),
    family("packed", "As many records as fit, compressed.", packing = "gzip")(record())
  )
}
