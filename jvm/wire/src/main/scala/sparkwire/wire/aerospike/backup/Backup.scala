package sparkwire.wire.aerospike.backup

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.core.{Field, Kind, Reason, Shape}
import sparkwire.wire.msgpack.Msgpack

/** Backups of Aerospike in the text form of `asbackup`: the fields of an entry, and why a file or an
  * entry cannot be read.
  */
object Backup {
  final val Name = "aerospike-backup"

  // Positions in `Entry`.
  final val EntryKind = 0
  final val Namespace = 1
  final val Set = 2
  final val Key = 3
  final val Digest = 4
  final val Generation = 5
  final val Expiration = 6
  final val Bins = 7
  final val Definition = 8

  /** A record, a secondary index or a UDF module. */
  val Entry: Shape = Shape("entry",
    Vector(
      Field("kind", Kind.Text, ""),
      Field("namespace", Kind.Text, "text"),
      Field("set", Kind.Text, "text"),
      Field("key", Kind.Dynamic, ""),
      Field("digest", Kind.Binary, "base64"),
      Field("generation", Kind.Int32, "digits"),
      Field("expiration", Kind.Int64, "digits"),
      Field("bins", Kind.Dynamic, ""),
      Field("definition", Kind.Dynamic, "")
    ))

  // Positions in `Index`.
  private[backup] final val IndexName = 0
  private[backup] final val IndexType = 1
  private[backup] final val IndexBin = 2
  private[backup] final val IndexBinType = 3
  private[backup] final val IndexContext = 4
  private[backup] final val IndexExpression = 5

  /** What an index is of. */
  private[backup] val Index: Shape = Shape("index",
    Vector("name", "type", "bin", "bin_type", "context", "expression").map(
      Field(_, Kind.Text,
        "text")))

  // Positions in `Udf`.
  private[backup] final val UdfName = 0
  private[backup] final val UdfType = 1
  private[backup] final val UdfContent = 2

  /** A module of user-defined functions. */
  private[backup] val Udf: Shape = Shape("udf",
    Vector(
      Field("name", Kind.Text, "text"),
      Field("type", Kind.Text, "text"),
      Field("content", Kind.Binary, "bytes")
    ))

  // Positions in `Header`.
  private[backup] final val Version = 0
  private[backup] final val Metadata = 1

  /** The first lines of a file. */
  private[backup] val Header: Shape =
    Shape("header", Vector(Field.frame("version", "text"), Field.frame("metadata", "text")))

  /** Whether a value of a file is a line of the header, which has no row. */
  def isHeader(value: Array[Byte]): Boolean = value(0) == 'V' || value(0) == '#'

  private def word(text: String): Array[Byte] = text.getBytes(US_ASCII)
  private[backup] val RecordKind = word("record")
  private[backup] val IndexKind = word("index")
  private[backup] val UdfKind = word("udf")
  private[backup] val Lua = word("lua")

  /** The words for the letter of an index, and for the type of its bin; null for other letters. */
  private[backup] def indexType(letter: Int): Array[Byte] = indexTypes(letter)
  private[backup] def binType(letter: Int): Array[Byte] = binTypes(letter)

  private[this] val indexTypes =
    byLetter('N' -> "default", 'L' -> "list", 'K' -> "mapkeys", 'V' -> "mapvalues")
  private[this] val binTypes =
    byLetter('S' -> "string", 'N' -> "numeric", 'G' -> "geo2dsphere", 'B' -> "blob")

  private def byLetter(words: (Char, String)*): Array[Array[Byte]] = {
    val table = new Array[Array[Byte]](256)
    words.foreach { case (letter, text) => table(letter.toInt) = word(text) }
    table
  }

  val NotBackup = new Reason("not-a-backup", "a backup begins with the line `Version 3.1`")
  val Compressed = new Reason("compressed",
    "the file is compressed with zstd, though its name does not say so: use the option compression = " +
      "zstd")
  val Encrypted = new Reason("encrypted",
    "the file does not begin with text: it is encrypted, or not a backup. A table has no key to decrypt it")
  val BinaryForm = new Reason("binary-backup",
    "the file is a backup in binary form, whose name ends with .asbx. Only the text form is read")
  val BadVersion =
    new Reason("bad-backup-version", "only the versions 3.0, 3.1 and 3.2 of the format are read")
  val BadMetadata = new Reason("bad-metadata",
    "a line that begins with # must say first-file, or namespace and a name")
  val BadLine = new Reason("bad-line", "the line does not have the form that is expected here")
  val Truncated = new Reason("truncated-entry", "the file ends inside an entry")
  val LengthPastEnd =
    new Reason("length-past-end", "a length or count is larger than the rest of the file")
  val NameTooLong = new Reason("name-too-long", "a name has more than 1000 bytes")
  val BadNumber = new Reason("bad-number", "the digits are not a number, or not of this range")
  val BadBase64 = new Reason("bad-base64", "the text is not base64 with its padding")
  val BadKeyType = new Reason("bad-key-type", "the type of a key must be I, D, S, X or B")
  val BadDigestLength: Reason = Aerospike.BadDigestLength
  val UnknownBinType: Reason = Aerospike.UnknownBinType
  val LargeDataType = new Reason("large-data-type",
    "the bin is a large data type, which Aerospike no longer supports; only old versions of asrestore read it")
  val BadBool = new Reason("bad-boolean", "a boolean must be T or F")
  val BinMismatch: Reason = Aerospike.BinMismatch
  val BadIndex = new Reason("bad-index", "an index must have one bin, and types that are known")
  val BadUdf = new Reason("bad-udf", "the type of a UDF module must be L, for Lua")

  val reasons: Seq[Reason] =
    Seq(NotBackup, Compressed, Encrypted, BinaryForm, BadVersion, BadMetadata, BadLine, Truncated,
      LengthPastEnd, NameTooLong, BadNumber, BadBase64, BadKeyType, BadDigestLength,
      UnknownBinType, LargeDataType, BadBool, BinMismatch, BadIndex, BadUdf, Msgpack.Truncated,
      Msgpack.ReservedByte, Msgpack.InvalidUtf8, Msgpack.TrailingBytes, Msgpack.BadTimestamp,
      Reason.TooLarge, Reason.NestingTooDeep)
}
