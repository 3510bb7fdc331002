package sparkwire.wire.avro.schemas

import java.util.HashSet

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.Reason

/** The limits of a schema that comes with data, which anybody may have written. Under these limits
  * everything that is derived from a schema is small. Schemas that are constants of a query have no
  * such limits.
  */
private[avro] object SchemaLimits {
  final val MaxBytes = 2 << 20
  final val MaxNodes = 100000
  final val MaxNames = 4 << 20
  final val MaxForward = 4L << 20
  final val MaxCompared = 128L << 20

  private def tooLarge(what: String): Reason =
    Avro.SchemaTooLarge.because(s"${Avro.SchemaTooLarge.explanation}: $what")

  val Text: Reason = tooLarge(s"its text has more than $MaxBytes bytes")
  val Nodes: Reason = tooLarge(
    s"it has more than $MaxNodes types, each use of a type counted")
  val Names: Reason = tooLarge(
    s"the full names of its types have more than $MaxNames characters, each use counted")
  val Forward: Reason = tooLarge(
    s"a schema that uses types before it defines them may have at most $MaxForward pairs of a " +
      "named type and a type")
  val Compared: Reason = tooLarge(
    s"reading it by the reader's schema takes more than $MaxCompared comparisons of parts")
}

/** Counts the parts of a schema that comes with data, and refuses more than its limits. */
private[schemas] final class SchemaCount {
  private[this] var nodes = 0
  private[this] var named = 0
  private[this] var names = 0L

  /** Counts a type, wherever it is used. */
  def node(): Unit = {
    nodes += 1
    if (nodes > SchemaLimits.MaxNodes) throw SchemaLimits.Nodes.signal
  }

  def definition(space: String, name: String): Unit = {
    named += 1
    spell(space, name)
  }

  def reference(space: String, name: String): Unit =
    if (!SchemaCount.Primitives.contains(name)) spell(space, name)

  private def spell(space: String, name: String): Unit = {
    names += name.length + (if (space == null || name.indexOf('.') >= 0) 0 else space.length + 1)
    if (names > SchemaLimits.MaxNames) throw SchemaLimits.Names.signal
  }

  /** Refuses a schema for which Avro's parser has to find types that are defined after their use:
    * from each named type, it visits all types that it consists of.
    */
  def forward(): Unit =
    if (named.toLong * nodes > SchemaLimits.MaxForward) throw SchemaLimits.Forward.signal
}

private object SchemaCount {
  private val Primitives = new HashSet[String](
    java.util.Arrays.asList(
      "string", "bytes", "int", "long", "float", "double", "boolean", "null"))
}
