package sparkwire.wire.ignite.writing

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core.Options
import sparkwire.wire.heads.HeadWriter
import sparkwire.wire.ignite.{Hashes, ObjectLayouts, TypeDescriptions}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.writing.{Output, Unencodable}

/** The fields of all open objects, and their headers and footers: see [[ObjectLayouts.Object]]. The
  * fields of an object come after the fields of the objects around it.
  */
private[writing] final class ObjectWriter(options: Options, output: Output) {
  import ObjectWriter._

  private[this] val types =
    options.text(Types).fold(TypeDescriptions.none)(TypeDescriptions.of)
  private[this] val isCompact = options.word(WrittenValue.Footer) == "compact"
  private[this] val header = new ObjectHeaderWriter(output)
  private[this] var ids = new Array[Int](64)
  private[this] var offsets = new Array[Int](64)
  private[this] var fields = 0
  private[this] val many = new FieldIds

  def begin(): Unit = {
    fields = 0
    many.begin()
  }

  /** How many fields all open objects have together. */
  def count: Int = fields
  def idOf(field: Int): Int = ids(field)

  /** Returns where a field begins, from the start of its object. */
  def offsetOf(field: Int): Int = offsets(field)

  /** Returns the id of a type that the option `types` lists by its name, None for any other. */
  def typeNamed(name: String): Option[Int] = types.idOf(name)

  /** Returns where the object begins, whose header is written when it ends. */
  def open(): Int = output.reserve(ObjectLayouts.Object.fixedSize)

  /** Adds a field like [[add]], and refuses it if the object, whose first field is `from`, has its id. */
  def addOther(id: Int, start: Int, from: Int): Unit = {
    val count = fields - from
    val isOther =
      if (count < Few) isOtherOfFew(id, from)
      else {
        if (count == Few) for (field <- from until fields) { val _ = many.add(start, ids(field)) }
        many.add(start, id)
      }
    if (!isOther) throw new Unencodable(IgniteWriting.SameField)
    add(id, start)
  }

  private def isOtherOfFew(id: Int, from: Int): Boolean = {
    var field = from
    while (field < fields && ids(field) != id) field += 1
    field == fields
  }

  /** Adds a field whose value begins here, to an object that begins at `start`. */
  def add(id: Int, start: Int): Unit = {
    if (fields == ids.length) {
      ids = Arrays.copyOf(ids, 2 * fields)
      offsets = Arrays.copyOf(offsets, 2 * fields)
    }
    ids(fields) = id
    offsets(fields) = output.position - start
    fields += 1
  }

  /** Removes the fields from `from` on. */
  def goBack(from: Int): Unit = fields = from

  /** Ends an object.
    *
    * @param dataAt
    *   where its data begin, after the header and the class name
    * @param from
    *   its first field
    * @param raw
    *   its raw data, or null
    */
  def close(start: Int, dataAt: Int, typeId: Int, from: Int, raw: Array[Byte]): Unit = {
    val schemaId = schemaOf(from)
    if (isCompact && fields > from) checkOrder(typeId, schemaId)
    val rawAt = output.position - start
    if (raw != null) output.put(raw, 0, raw.length)
    val footerAt = output.position - start
    var flags = UserType
    if (fields > from) flags |= HasSchema | footer(from)
    if (isCompact) flags |= CompactFooter
    if (raw != null) {
      flags |= HasRawData
      if (fields > from) output.i32(rawAt)
    }
    val last =
      if (fields > from) footerAt else if (raw != null) rawAt else ObjectLayouts.Object.fixedSize
    header.write(start, dataAt, flags, typeId, schemaId, last, start + footerAt)
    fields = from
  }

  private def schemaOf(from: Int): Int = {
    var schemaId = Hashes.NoFields
    var field = from
    while (field < fields) {
      schemaId = Hashes.schemaId(schemaId, ids(field))
      field += 1
    }
    schemaId
  }

  private def checkOrder(typeId: Int, schemaId: Int): Unit = {
    val known = types.of(typeId)
    if (known == null || known.order(schemaId) == null)
      throw new Unencodable(IgniteWriting.NoSchema)
  }

  /** Writes the footer and returns the flags for the size of its offsets, which the last one decides.
    */
  private def footer(from: Int): Int = {
    val last = offsets(fields - 1)
    val size = if (last < 0x100) 1 else if (last < 0x10000) 2 else 4
    var field = from
    while (field < fields) {
      if (!isCompact) output.i32(ids(field))
      if (size == 1) output.i8(offsets(field))
      else if (size == 2) output.i16(offsets(field))
      else output.i32(offsets(field))
      field += 1
    }
    if (size == 1) OneByteOffsets else if (size == 2) TwoByteOffsets else 0
  }
}

private[writing] object ObjectWriter {
  // So many ids are compared one by one.
  private final val Few = 16
  private val UserType = ObjectLayouts.Object.bits("flags", "USER_TYPE").mask

  /** Returns the id of a field by the key that decoding gives it: `#` and the id if only that is known,
    * else its name.
    */
  def fieldId(bytes: Array[Byte], from: Int, until: Int): Int = {
    val name = new String(bytes, from, until - from, UTF_8)
    if (name.startsWith("#") && name.length > 1)
      name.substring(1).toIntOption.getOrElse(Hashes.id(name))
    else if (name.startsWith("@") && name.length > 1 && name.drop(1).forall(_.isDigit))
      throw new Unencodable(IgniteWriting.NoId)
    else Hashes.id(name)
  }
}

private final class ObjectHeaderWriter(output: Output)
    extends HeadWriter(ObjectLayouts.Object, output, Hashes.ofData(_, _, _)) {
  private[this] val flagsAt = ObjectLayouts.Object.at("flags")
  private[this] val typeIdAt = ObjectLayouts.Object.at("type id")
  private[this] val schemaIdAt = ObjectLayouts.Object.at("schema id")
  private[this] val footerOffsetAt = ObjectLayouts.Object.at("footer offset")

  /** Writes the header of an object whose other bytes are written.
    *
    * @param footer
    *   where its data end in the output
    */
  def write(at: Int, dataAt: Int, flags: Int, typeId: Int, schemaId: Int, last: Int,
      footer: Int): Unit = {
    beginAt(at)
    end(dataAt, footer)
    output.putI16(start + flagsAt, flags)
    output.putI32(start + typeIdAt, typeId)
    output.putI32(start + schemaIdAt, schemaId)
    output.putI32(start + footerOffsetAt, last)
  }
}
