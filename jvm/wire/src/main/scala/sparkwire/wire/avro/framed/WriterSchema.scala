package sparkwire.wire.avro.framed

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.avro.Schema

import sparkwire.wire.avro.data.Plan
import sparkwire.wire.avro.schemas.Schemas
import sparkwire.wire.core.MapInput

/** The source of the schema that a value was written with. */
sealed abstract class WriterSchema extends Serializable {

  /** Whether an id before the value determines the schema. */
  def goesById: Boolean

  /** Whether the schema comes with the data and is not a constant of the query. */
  def isData: Boolean = false
  private[avro] def newPlans(make: Schema => Plan): WriterPlans
}

/** A map from ids to schemas. The ids precede the values, unless they come from [[WriterSchema.IdBeside]].
  */
sealed abstract class WriterMap extends WriterSchema {
  def goesById: Boolean = true
  private[avro] def newPlans(make: Schema => Plan): PlansOfIds
}

object WriterSchema {

  /** One schema for all values. */
  final case class One(text: String) extends WriterSchema {

    /** Throws [[InvalidSchema]] if the text is not a schema. */
    def check(): Unit = {
      val _ = Schemas.ofWriter(text)
    }
    def goesById: Boolean = false
    private[avro] def newPlans(make: Schema => Plan): WriterPlans = new OnePlan(text, make)
  }

  /** The schema is in another input. */
  case object Beside extends WriterSchema {
    def goesById: Boolean = false
    override def isData: Boolean = true
    private[avro] def newPlans(make: Schema => Plan): WriterPlans = new PlansBeside(make)
  }

  /** One map from ids to schemas, for all values. */
  final case class ById(texts: Map[SchemaId, String]) extends WriterMap {
    private[avro] def newPlans(make: Schema => Plan): PlansOfIds = {
      val bytes = texts.map { case (id, text) => id -> text.getBytes(UTF_8) }
      new PlansById(
        bytes.getOrElse(_, null), text => Plan.ofConstant(new String(text, UTF_8), make))
    }
  }

  /** The map from ids to schemas is in another input. */
  final case class MapBeside(keys: SchemaKeys) extends WriterMap {
    override def isData: Boolean = true
    private[avro] def newPlans(make: Schema => Plan): PlansOfIds = new PlansOfMaps(keys, make)
  }

  /** The id of each value is in the last of the other inputs, and nothing precedes the value.
    *
    * @param isText
    *   whether an id that is not a number is the text of a UUID
    */
  final case class IdBeside(map: WriterMap, isText: Boolean) extends WriterSchema {
    def goesById: Boolean = false
    override def isData: Boolean = map.isData
    private[avro] def newPlans(make: Schema => Plan): WriterPlans =
      new PlansBesideId(map.newPlans(make), isText)
  }
}

/** The form of the keys in a map from ids to schemas. */
sealed abstract class SchemaKeys extends Serializable {

  /** Returns the id that the key of an entry denotes; None if it is not an id. */
  def idOf(map: MapInput, entry: Int): Option[SchemaId]
}

object SchemaKeys {
  case object Ints extends SchemaKeys {
    def idOf(map: MapInput, entry: Int): Option[SchemaId] =
      Some(SchemaId.ofInt(map.intKey(entry)))
  }
  case object Longs extends SchemaKeys {
    def idOf(map: MapInput, entry: Int): Option[SchemaId] = {
      val id = map.longKey(entry)
      if (id.isValidInt) Some(SchemaId.ofInt(id.toInt)) else None
    }
  }
  case object Uuids extends SchemaKeys {
    def idOf(map: MapInput, entry: Int): Option[SchemaId] =
      SchemaId.ofUuid(new String(map.textKey(entry), UTF_8))
  }

  /** The bytes of an id, as in the frame of a value. */
  case object Binaries extends SchemaKeys {
    def idOf(map: MapInput, entry: Int): Option[SchemaId] = SchemaId.ofBytes(map.binaryKey(entry))
  }
}
