package sparkwire.catalog.arguments

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression}
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.expressions.MapColumn
import sparkwire.wire.avro._
import sparkwire.wire.avro.framed.{AvroValue, SchemaId, SchemaKeys, WriterMap, WriterSchema}
import sparkwire.wire.core.{OptionSpec, Root}

/** Evaluates the arguments `writer`, `reader` and `options` of the functions for Avro values
  * together.
  */
private[catalog] object WriterSchemas {

  /** Returns the root for a column of the reader's type, or of the writer's if there is no reader.
    */
  def typed(arguments: Arguments): Root = {
    checkId(arguments)
    val hasTimes = arguments.hasTimes(Avro.ofTyped)
    arguments.optionalText("reader").fold(alone(arguments, hasTimes)) { reader =>
      val writer = of(arguments, "writer")
      writer match {
        case one: WriterSchema.One => arguments.refusingSchema("writer", one.text)(one.check())
        case _ => ()
      }
      checked(arguments, "reader", reader, AvroValue.Resolved(writer, reader, hasTimes))
    }
  }

  private def alone(arguments: Arguments, hasTimes: Boolean): Root = of(arguments, Alone) match {
    case WriterSchema.One(text) => checked(arguments, Alone, text, AvroValue.Typed(text, hasTimes))
    case WriterSchema.Beside => arguments.refuseSchema(s"$Alone must be a constant.")
    case _ => arguments.refuseSchema(
        "reader is missing: a writer that is a map has no type of its own. Without a reader, " +
          "avro_variant gives VARIANT.")
  }

  // The name of the writer if no other schema reads the value.
  private val Alone = "schema"

  /** Returns the root for values with containers, whose records are typed if there is a schema for
    * them.
    *
    * @param root
    *   makes the root from the reader's schema and whether times of day become TIME
    */
  def container(arguments: Arguments, specs: Seq[OptionSpec])(
      root: (Option[String], Boolean) => Root): Root = {
    val hasTimes = arguments.hasTimes(specs)
    if (hasTimes && arguments.passed("reader_schema").isEmpty)
      arguments.refuse(
        "time = 'time': without a reader_schema the records are VARIANT, which has no TIME.")
    arguments.ofSchema("reader_schema")(root(_, hasTimes))
  }

  private def checked(arguments: Arguments, name: String, text: String, root: Root): Root = {
    arguments.checkSchema(name, text)(root)
    root
  }

  def variant(arguments: Arguments): Root = {
    checkId(arguments)
    AvroValue.Variant(
      of(arguments, Alone) match {
        // A constant schema may be invalid, like a schema in a column.
        case WriterSchema.One(_) => WriterSchema.Beside
        case other => other
      })
  }

  /** Returns the writer of a typed column if it is a column itself. */
  def besideTyped(arguments: Arguments): Seq[Expression] =
    Seq(passed(arguments)).filterNot(isConstant) ++ id(arguments)

  /** Like [[besideTyped]], for VARIANT, where a constant text is treated like a column. */
  def besideVariant(arguments: Arguments): Seq[Expression] =
    Seq(passed(arguments)).filterNot(writer =>
      writer.dataType.isInstanceOf[MapType] && isConstant(writer)) ++ id(arguments)

  /** Returns the id of each value if it does not precede the value. */
  private def id(arguments: Arguments): Option[Expression] = arguments.passed("id").map { id =>
    if (Accepts.Whole(id.dataType)) Cast(id, IntegerType) else id
  }

  /** Refuses an id that leads nowhere, whatever its value. */
  private def checkId(arguments: Arguments): Unit = arguments.passed("id").foreach { id =>
    val keys = passed(arguments).dataType match {
      case MapType(key, _, _) => key
      case _ => arguments.refuse(
          "an id is given, and the writer is one schema. Pass a map from ids to schemas, or leave " +
            "the id out.")
    }
    val isNumber = Accepts.Whole(id.dataType) && id.dataType != NullType
    val never = (isNumber && keys.isInstanceOf[StringType]) ||
      (id.dataType.isInstanceOf[StringType] && (keys == IntegerType || keys == LongType))
    if (never)
      arguments.refuseType(s"id is ${id.dataType.sql}, but the keys of the map are ${keys.sql}.")
  }

  private def isConstant(writer: Expression): Boolean = writer.foldable && writer.eval() != null

  private def passed(arguments: Arguments): Expression = arguments.column("writer", StringType)

  private def of(arguments: Arguments, name: String): WriterSchema = {
    val writer = passed(arguments)
    val found = writer.dataType match {
      case MapType(keyType, _, _) => ofMap(keyType, writer)
      case _ if !writer.foldable => WriterSchema.Beside
      case _ => writer.eval() match {
          case text: UTF8String => WriterSchema.One(text.toString)
          case _ => nullWriter(arguments, name)
        }
    }
    val specs = if (isTyped(arguments)) Avro.ofTyped else Avro.allOptions
    val frame = arguments.options(specs).values.get(Avro.Frame.name)
    arguments.passed("id") match {
      case Some(id) =>
        frame.filter(_ != "none").foreach(frame =>
          arguments.refuse(s"frame = '$frame': with the argument id, nothing precedes the value."))
        found match {
          case map: WriterMap => WriterSchema.IdBeside(map, id.dataType.isInstanceOf[StringType])
          // Refused before, or NULL.
          case other => other
        }
      case None =>
        if (found.goesById && frame.contains("none"))
          arguments.refuse(
            "frame = 'none': a map leads from ids, and without a frame there is none, unless the " +
              "argument id has it.")
        found
    }
  }

  // For avro_variant, NULL is a value like any other, and the result is NULL.
  private def nullWriter(arguments: Arguments, name: String): WriterSchema =
    if (isTyped(arguments)) arguments.refuseSchema(s"$name is NULL.")
    else WriterSchema.Beside

  private def isTyped(arguments: Arguments): Boolean =
    arguments.function.parameters.exists(_.name == "reader")

  private def ofMap(keyType: DataType, writer: Expression): WriterSchema =
    if (isConstant(writer))
      WriterSchema.ById(texts(keysOf(keyType), writer.eval().asInstanceOf[MapData]))
    else WriterSchema.MapBeside(keysOf(keyType))

  private def keysOf(keyType: DataType): SchemaKeys = keyType match {
    case IntegerType => SchemaKeys.Ints
    case LongType => SchemaKeys.Longs
    case BinaryType => SchemaKeys.Binaries
    case _ => SchemaKeys.Uuids
  }

  /** Leaves out NULL schemas and keys that are not ids: no value has them. */
  private def texts(keys: SchemaKeys, map: MapData): Map[SchemaId, String] = {
    val entries = new MapColumn(map)
    val found = for {
      entry <- 0 until entries.size
      id <- keys.idOf(entries, entry)
      text <- Option(entries.textValue(entry))
    } yield id -> new String(text, UTF_8)
    found.toMap
  }
}
