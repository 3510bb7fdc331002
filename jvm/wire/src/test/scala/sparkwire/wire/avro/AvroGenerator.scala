package sparkwire.wire.avro

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.{ArrayList, HashMap, List => JavaList}

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.avro.{LogicalTypes, Schema}
import org.apache.avro.Schema.Type
import org.apache.avro.generic.{GenericData, GenericDatumWriter}
import org.apache.avro.io.EncoderFactory
import org.apache.avro.util.Utf8

import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.avro.schemas.{Logical, Union}
import sparkwire.wire.sinks.Decimals

/** Generates schemas, values of them and reader's schemas that mostly fit, all from one seed.
  * Avro's own library writes the values.
  */
final class AvroGenerator(seed: Long) {
  private val random = new Random(seed)
  private var names = 0

  private def one[A](choices: (() => A)*): A = choices(random.nextInt(choices.length))()
  private def name(prefix: String): String = {
    names += 1
    s"$prefix$names"
  }

  private val primitives =
    Seq(Type.BOOLEAN, Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE, Type.STRING, Type.BYTES)

  private def primitive(): Schema =
    Schema.create(primitives(random.nextInt(primitives.length)))

  private def logical(): Schema = one(
    () => LogicalTypes.date().addToSchema(Schema.create(Type.INT)),
    () => LogicalTypes.timeMillis().addToSchema(Schema.create(Type.INT)),
    () => LogicalTypes.timestampMicros().addToSchema(Schema.create(Type.LONG)),
    () => LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Type.LONG)),
    () => LogicalTypes.decimal(38, 4).addToSchema(Schema.create(Type.BYTES)),
    () => LogicalTypes.decimal(10, 2).addToSchema(Schema.createFixed(name("Dec"), null, null, 5))
  )

  private def symbols(): JavaList[String] =
    random.shuffle(Seq("A", "B", "C", "D")).take(1 + random.nextInt(4)).asJava

  def schema(depth: Int = 3): Schema =
    if (depth == 0) primitive()
    else one(
      () => primitive(),
      () => logical(),
      () => Schema.createEnum(name("Enum"), null, null, symbols()),
      () => Schema.createFixed(name("Fixed"), null, null, random.nextInt(6)),
      () => Schema.createArray(schema(depth - 1)),
      () => Schema.createMap(schema(depth - 1)),
      () => record(depth - 1),
      () => record(depth - 1),
      () => union(depth - 1)
    )

  def record(depth: Int): Schema = {
    val record = Schema.createRecord(name("Record"), null, null, false)
    val count = random.nextInt(5)
    val fields = (0 until count).map(number => new Schema.Field(s"f$number", schema(depth)))
    record.setFields(fields.asJava)
    record
  }

  private def union(depth: Int): Schema = {
    val nothing = Schema.create(Type.NULL)
    val branches = Seq.fill(1 + random.nextInt(3))(schema(depth)).filter(_.getType != Type.UNION)
      .distinctBy(branch =>
        if (named(branch)) branch.getFullName else branch.getType.getName)
    val hasNull = branches.isEmpty || random.nextBoolean()
    Schema.createUnion(random.shuffle(if (hasNull) nothing +: branches else branches).asJava)
  }

  private def named(schema: Schema): Boolean =
    Set(Type.RECORD, Type.ENUM, Type.FIXED)(schema.getType)

  /** Generates a value in the form of Avro's generic API. */
  def value(schema: Schema): AnyRef = schema.getType match {
    case Type.NULL => null
    case Type.BOOLEAN => Boolean.box(random.nextBoolean())
    case Type.INT => Int.box(number().toInt)
    case Type.LONG => Long.box(number())
    case Type.FLOAT => Float.box(random.nextGaussian().toFloat)
    case Type.DOUBLE => Double.box(random.nextGaussian())
    case Type.STRING => new Utf8(text())
    // A decimal has at least one byte: our reader takes none as 0, but Spark's reader fails.
    case Type.BYTES =>
      ByteBuffer.wrap(bytes(random.nextInt(8) + (if (schema.getLogicalType == null) 0 else 1)))
    case Type.FIXED => new GenericData.Fixed(schema, small(schema))
    case Type.ENUM =>
      val symbols = schema.getEnumSymbols
      new GenericData.EnumSymbol(schema, symbols.get(random.nextInt(symbols.size)))
    case Type.ARRAY =>
      val items = new ArrayList[AnyRef]
      (0 until random.nextInt(4)).foreach(_ => items.add(value(schema.getElementType)))
      items
    case Type.MAP =>
      val entries = new HashMap[Utf8, AnyRef]
      (0 until random.nextInt(4)).foreach(_ =>
        entries.put(new Utf8(text()), value(schema.getValueType)))
      entries
    case Type.RECORD =>
      val record = new GenericData.Record(schema)
      schema.getFields.forEach(field => record.put(field.pos, value(field.schema)))
      record
    case Type.UNION => value(schema.getTypes.get(random.nextInt(schema.getTypes.size)))
  }

  private def number(): Long = one(
    () => random.nextInt(100) - 50L,
    () => random.nextInt().toLong,
    () => random.nextLong() >> random.nextInt(20))

  private def text(): String = random.nextString(random.nextInt(4)).filter(c => !c.isSurrogate)
  private def bytes(length: Int): Array[Byte] = {
    val made = new Array[Byte](length)
    random.nextBytes(made)
    made
  }

  // A decimal with few digits, whatever its size in bytes.
  private def small(schema: Schema): Array[Byte] = {
    val made = bytes(schema.getFixedSize)
    if (schema.getLogicalType != null) java.util.Arrays.fill(made, 0, 2, 0.toByte)
    made
  }

  /** Generates a reader's schema: with fields removed, added, renamed and reordered, with numbers
    * widened, and sometimes with a part that does not fit.
    */
  def reader(writer: Schema): Schema = writer.getType match {
    case Type.INT =>
      one(() => writer, () => Schema.create(Type.LONG), () => Schema.create(Type.DOUBLE),
        () => Schema.create(Type.FLOAT), () => Schema.create(Type.STRING))
    case Type.LONG => one(() => writer, () => writer, () => Schema.create(Type.FLOAT))
    case Type.FLOAT => one(() => writer, () => Schema.create(Type.DOUBLE))
    case Type.STRING => one(() => writer, () => Schema.create(Type.BYTES))
    case Type.ENUM => one(
        () => writer,
        () => Schema.createEnum(writer.getName, null, null, symbols()),
        () => Schema.createEnum(writer.getName, null, null, Seq("Z", "A").asJava, "Z"))
    case Type.ARRAY => Schema.createArray(reader(writer.getElementType))
    case Type.MAP => Schema.createMap(reader(writer.getValueType))
    case Type.RECORD => readerRecord(writer)
    case Type.UNION => readerUnion(writer)
    case _ => writer
  }

  private def readerRecord(writer: Schema): Schema = {
    val kept = writer.getFields.asScala.toSeq.filter(_ => random.nextInt(4) > 0).map { field =>
      val asked =
        one(() => reader(field.schema), () => reader(field.schema), () => optional(field.schema))
      if (random.nextInt(5) == 0) {
        val renamed = new Schema.Field(s"n${field.name}", asked)
        renamed.addAlias(field.name)
        renamed
      } else new Schema.Field(field.name, asked)
    }
    val added = Seq(
      new Schema.Field("added", Schema.create(Type.LONG), null, 7L),
      new Schema.Field("texts", Schema.createArray(Schema.create(Type.STRING)), null,
        Seq("x", "y").asJava)
    ).filter(_ => random.nextInt(3) == 0)
    val made = Schema.createRecord(writer.getName, null, null, false)
    made.setFields(random.shuffle(kept ++ added).asJava)
    made
  }

  private def optional(schema: Schema): Schema =
    if (schema.getType == Type.UNION) schema
    else Schema.createUnion(Schema.create(Type.NULL), reader(schema))

  private def readerUnion(writer: Schema): Schema = one(
    () => writer,
    () => Schema.createUnion(random.shuffle(writer.getTypes.asScala).asJava),
    () => alone(writer))

  // One branch for all, unless one has a meaning that another lacks: we refuse to read a date as a
  // timestamp or a string as a decimal (ResolutionSuite says so), Avro's own library takes them.
  private def alone(union: Schema): Schema =
    if (union.toString.contains("logicalType")) union
    else union.getTypes.get(random.nextInt(union.getTypes.size))
}

object AvroGenerator {

  def write(schema: Schema, value: AnyRef, blocks: Boolean = false): Array[Byte] = {
    val out = new ByteArrayOutputStream
    // Blocks preceded by their size in bytes, as other libraries write them.
    val encoder =
      if (blocks) new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null)
      else EncoderFactory.get().binaryEncoder(out, null)
    new GenericDatumWriter[AnyRef](schema).write(value, encoder)
    encoder.flush()
    out.toByteArray
  }

  /** Converts a value of Avro's to the tree that our reader should give. */
  def tree(schema: Schema, value: AnyRef, isTyped: Boolean): Tree = schema.getType match {
    case Type.NULL => NoValue
    case Type.BOOLEAN => Flag(value.asInstanceOf[Boolean])
    case Type.INT =>
      val number = value.asInstanceOf[Int]
      if (Logical.of(schema) == Step.Date) Days(number) else Whole(number.toLong)
    case Type.LONG => long(schema, value.asInstanceOf[Long], isTyped)
    case Type.FLOAT => Real(value.asInstanceOf[Float].toDouble)
    case Type.DOUBLE => Real(value.asInstanceOf[Double])
    case Type.STRING | Type.ENUM => Text(value.toString)
    case Type.BYTES => binary(schema, bytesOf(value.asInstanceOf[ByteBuffer]))
    case Type.FIXED => binary(schema, value.asInstanceOf[GenericData.Fixed].bytes)
    case Type.ARRAY => Items(
        value.asInstanceOf[JavaList[AnyRef]].asScala
          .map(tree(schema.getElementType, _, isTyped)).toVector)
    case Type.MAP =>
      Entries(
        value.asInstanceOf[java.util.Map[_, AnyRef]].asScala.toVector.map { case (key, inner) =>
          (Text(key.toString): Tree) -> tree(schema.getValueType, inner, isTyped)
        })
    case Type.RECORD =>
      val record = value.asInstanceOf[GenericData.Record]
      struct(
        schema.getFields.asScala.toSeq.map(field =>
          field.name -> tree(field.schema, record.get(field.pos), isTyped)): _*)
    case Type.UNION => ofUnion(schema, value, isTyped)
  }

  private def long(schema: Schema, value: Long, isTyped: Boolean): Tree = Logical.of(schema) match {
    case Logical.Plain => Whole(value)
    case code =>
      import sparkwire.wire.core.InstantForm.{MaxMicros, MinMicros}
      if (!isTyped && (value < MinMicros || value > MaxMicros)) Whole(value)
      else if (code == Step.TimestampMicros) Micros(value)
      else LocalMicros(value)
  }

  private def binary(schema: Schema, bytes: Array[Byte]): Tree =
    if (Logical.of(schema) == Logical.Plain) Hex(Vectors.hex(bytes))
    else Scaled(Decimals.signed(bytes, 0, bytes.length), Logical.scale(schema))

  private def ofUnion(schema: Schema, value: AnyRef, isTyped: Boolean): Tree = {
    val branch = schema.getTypes.get(GenericData.get().resolveUnion(schema, value))
    val inner =
      if (isTyped && new Union(schema).isWidened)
        tree(Schema.create(branch.getType), value, isTyped)
      else tree(branch, value, isTyped)
    if (!isTyped || branch.getType == Type.NULL || !new Union(schema).isStruct) inner
    else struct(s"member${new Union(schema).others.indexWhere(_ eq branch)}" -> inner)
  }

  private def bytesOf(buffer: ByteBuffer): Array[Byte] = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.duplicate().get(bytes)
    bytes
  }
}
