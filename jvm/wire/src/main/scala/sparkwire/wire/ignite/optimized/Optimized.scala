package sparkwire.wire.ignite.optimized

import sparkwire.wire.core.Reason

/** The codes of values in Ignite's optimized marshaller. */
private[ignite] object Optimized {
  final val Handle = -1
  final val HandleSize = 5
  final val Null = 0
  // Codes 1 to 8 are the same as for binary objects.
  final val ByteArray = 9
  final val BoolArray = 16
  final val ObjectArray = 17
  final val Text = 18
  final val Uuid = 19
  final val Properties = 20
  final val ArrayList = 21
  final val HashMap = 22
  final val HashSet = 23
  final val LinkedList = 24
  final val LinkedHashMap = 25
  final val LinkedHashSet = 26
  final val UtilDate = 27
  final val ClassObject = 28
  final val Externalizable = 101
  final val Serializable = 102

  /** The reason why a value stays as it is. It never leaves [[OptimizedReader]]. */
  val NotKnown: Reason =
    Reason.UnknownSchema.because("serialized Java of an unknown class")

  // The names of the codes in a dissection. A form has a name of its own.
  private val names = Array(
    "null", "byte", "short", "int", "long", "float", "double", "char", "bool",
    "byte[]", "short[]", "int[]", "long[]", "float[]", "double[]", "char[]", "bool[]", "object[]",
    "string", "uuid", "properties", "list", "map", "set", "list", "map", "set", "date", "class")

  def nameOf(code: Int): String =
    if (code >= 0 && code < names.length) names(code)
    else if (code == Handle) "handle"
    else "object"
}
