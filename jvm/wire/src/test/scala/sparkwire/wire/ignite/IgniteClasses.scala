package sparkwire.wire.ignite

import java.io.File
import java.lang.reflect.{Constructor, Executable, Proxy}
import java.nio.file.Path
import java.util.{List => JavaList, Map => JavaMap}
import java.util.function.{Function => JavaFunction}

import scala.jdk.CollectionConverters._

import org.apache.ignite.IgniteLogger
import org.apache.ignite.configuration.IgniteConfiguration
import org.apache.ignite.dump.{DumpConsumer, DumpReaderConfiguration}
import org.apache.ignite.internal.binary.{
  BinaryContext, BinaryFieldMetadata, BinaryMetadataHandler, BinaryObjectImpl, BinarySchema,
  BinaryUtils
}
import org.apache.ignite.lang.IgniteFuture
import org.apache.ignite.logger.NullLogger

/** Internal classes and methods of Ignite that differ between 2.17 and 2.18: 2.18 hides some,
  * renames one, and gives others further parameters. They are found by reflection, so that the same
  * tests run with both.
  */
object IgniteClasses {
  private val room = "org.apache.ignite.internal.binary"

  /** Returns the bytes in which an object is, which may have others around it. */
  def array(made: BinaryObjectImpl): Array[Byte] =
    made.getClass.getMethods.find(method =>
      (method.getName == "array" || method.getName == "bytes") && method.getReturnType == classOf[
        Array[Byte]])
      .get.invoke(made).asInstanceOf[Array[Byte]]

  /** Returns the bytes of an object alone. */
  def bytes(made: BinaryObjectImpl): Array[Byte] =
    array(made).slice(made.start, made.start + made.length)

  /** Writes a dump with the manager of snapshots of a node. */
  def dump(manager: AnyRef, name: String, compress: Boolean, encrypt: Boolean): Unit = {
    val method =
      manager.getClass.getMethods.filter(_.getName == "createSnapshot").maxBy(_.getParameterCount)
    val made = method.invoke(manager,
      arguments(method, name, null, null, false, false, true, compress, encrypt): _*)
    val _ = made.asInstanceOf[IgniteFuture[_]].get()
  }

  /** The number by which the identifier of a schema begins. */
  lazy val schemaInitialId: Int = schemaMethod("schemaInitialId").asInstanceOf[Int]

  def updateSchemaId(schema: Int, field: Int): Int =
    schemaMethod("updateSchemaId", schema, field).asInstanceOf[Int]

  private def schemaMethod(name: String, values: Any*): AnyRef = {
    val method = classOf[BinaryUtils].getDeclaredMethod(name, values.map(_ => classOf[Int]): _*)
    method.setAccessible(true)
    method.invoke(null, arguments(method, values: _*): _*)
  }

  /** The parts that binary objects need, without a node. */
  lazy val context: BinaryContext = {
    val constructor: Constructor[_] = classOf[BinaryContext].getConstructors.head
    val values = constructor.getParameterTypes.map { of =>
      if (of == classOf[BinaryMetadataHandler]) knowsNothing(of)
      else if (of == classOf[IgniteConfiguration]) new IgniteConfiguration
      else if (of == classOf[IgniteLogger]) new NullLogger
      else if (of == classOf[Boolean]) Boolean.box(true)
      else if (of == classOf[JavaMap[_, _]]) Map.empty[String, String].asJava
      else if (of == classOf[JavaFunction[_, _]])
        ((_: AnyRef) => null): JavaFunction[AnyRef, AnyRef]
      else null
    }
    constructor.newInstance(values: _*).asInstanceOf[BinaryContext]
  }

  private def knowsNothing(of: Class[_]): AnyRef =
    Proxy.newProxyInstance(of.getClassLoader, Array[Class[_]](of), (_, _, _) => null)

  /** Returns a constant of an enumeration, as Ignite holds it without its class. */
  def constant(typeId: Int, className: String, ordinal: Int): AnyRef =
    made("BinaryEnumObjectImpl", context, typeId, className, ordinal)

  /** Returns an array of a class, or of an enumeration if `isOfConstants`. */
  def array(typeId: Int, className: String, elements: Array[AnyRef],
      isOfConstants: Boolean): AnyRef =
    made(if (isOfConstants) "BinaryEnumArray" else "BinaryArray",
      context, typeId, className, elements)

  /** Returns the description of a type. */
  def metadata(typeId: Int, name: String, fields: JavaMap[String, BinaryFieldMetadata],
      affinityKey: String, schemas: JavaList[BinarySchema], isEnum: Boolean,
      constants: JavaMap[String, Integer]): Serializable =
    made("BinaryMetadata", typeId, name, fields, affinityKey, schemas, isEnum, constants)
      .asInstanceOf[Serializable]

  /** Returns the settings of Ignite's reader for a dump whose values stay as they are. */
  def dumpReader(dump: Path, consumer: DumpConsumer): DumpReaderConfiguration = {
    val constructor =
      classOf[DumpReaderConfiguration].getConstructors.maxBy(_.getParameterCount)
    val isByFile = constructor.getParameterTypes.head == classOf[File]
    val place: Seq[Any] = if (isByFile) Seq(dump.toFile)
    else Seq[Any](dump.getFileName.toString, dump.getParent.toString, new IgniteConfiguration)
    val ofAll: Seq[Any] = constructor.getParameterTypes.toSeq.collect {
      case names if names == classOf[Array[String]] => null
    }
    val timeout = DumpReaderConfiguration.DFLT_TIMEOUT
    val values = place ++ Seq[Any](consumer, 1, timeout, true, true, true) ++ ofAll ++
      Seq[Any](false, null)
    constructor.newInstance(values.map(_.asInstanceOf[AnyRef]): _*)
      .asInstanceOf[DumpReaderConfiguration]
  }

  private def made(name: String, values: Any*): AnyRef = {
    val constructor = Class.forName(s"$room.$name").getDeclaredConstructors
      .find(_.getParameterCount == values.length).get
    constructor.setAccessible(true)
    constructor.newInstance(arguments(constructor, values: _*): _*).asInstanceOf[AnyRef]
  }

  // Further parameters of newer versions are flags.
  private def arguments(of: Executable, values: Any*): Seq[AnyRef] =
    values.padTo(of.getParameterCount, false).map(_.asInstanceOf[AnyRef])
}
