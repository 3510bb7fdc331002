package sparkwire.wire.avro.schemas

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Format, Kind, Options, OptionSpec, Reader, Reason, Root}

/** Functions whose values are texts of Avro schemas. */
object AvroSchemas extends Format {
  val name = "avro"

  val Algorithm: OptionSpec.Words =
    OptionSpec.Words("algorithm", Seq("CRC-64-AVRO", "MD5", "SHA-256"),
      "how the fingerprint is computed")

  /** The options of the functions that name types. */
  val ofTypes: Seq[OptionSpec] = allOptions :+ Avro.Time

  def reasons: Seq[Reason] = Seq(Avro.BadSchema, Avro.SchemaTooLarge, Reason.TooLarge)

  /** The fingerprint of a schema, which does not depend on the form of its text. */
  final case class Fingerprint(algorithm: String) extends Root {
    def kind: Kind = Kind.Binary
    def newReader(options: Options): Reader = new FingerprintReader(algorithm)
    override def readsSchema: Boolean = true
  }

  /** The type of a schema's typed column, under the name that a subclass gives it. */
  abstract class TypeName extends Root {
    def kind: Kind = Kind.Text
    def newReader(options: Options): Reader =
      new TypeNameReader(nameOf, options.word(Avro.Time) == "time")
    override def readsSchema: Boolean = true
    def nameOf(kind: Kind): String
  }
}
