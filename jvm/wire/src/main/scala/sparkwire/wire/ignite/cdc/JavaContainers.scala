package sparkwire.wire.ignite.cdc

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.writing.Output

/** The serialized form of a container of the JDK, of which this much is read before its elements:
  * | step    | reads                                                      |
  * | `f`     | nothing: the field `size` is the count                     |
  * | `4`     | 4 bytes of the data that say nothing about the content     |
  * | `0`     | a content that must be null: a comparator                  |
  * | `n`     | the count, int32                                           |
  * | `c`     | the count, int32, of a collection without changes: see below |
  * | `1` `v` | nothing: the only object field is the only element; is the content itself |
  *
  * The results of `List.of`, `Set.of` and `Map.of` have one form, `CollSer`. Its field `tag` says
  * which; a map counts its keys and its values.
  *
  * @param holder
  *   the class that has the elements: this one or its superclass
  * @param kind Ignite's name for the collection or map
  */
private[cdc] final class ContainerForm(val holder: String, val steps: String, val code: Int,
    val kind: Int) {
  def isMap: Boolean = code == Ignite.MapCode
}

/** A container that is being read. Created once for its depth. */
private[cdc] final class ContainerLevel {

  /** The number of values still to come; keys and values of a map count separately. */
  var left = 0L

  /** The class of the container, null for an array. */
  var form: JavaClass = _

  /** The class that has the elements. */
  var holder: JavaClass = _

  def begin(left: Long, form: JavaClass, holder: JavaClass): Unit = {
    this.left = left
    this.form = form
    this.holder = holder
  }
}

/** Copies containers of the JDK, and keeps those that are open. */
private[cdc] final class JavaContainers(output: Output, maxDepth: Int) {
  private[this] val blocks = new Blocks
  // Room for one container more than may be open: opening that one is refused by the cursor.
  private[this] val levels = new Array[ContainerLevel](maxDepth + 2)
  private[this] var open = 0

  /** Begins the next value of the stream. */
  def begin(): Unit = open = 0

  def areOpen: Boolean = open > 0

  /** Returns whether the innermost container has another value, which the caller copies. */
  def next(): Boolean = {
    val level = levels(open)
    level.left -= 1
    level.left >= 0
  }

  /** Enters a container whose head has been copied.
    *
    * @param left
    *   the number of its values
    */
  def enter(cursor: Cursor, left: Long, form: JavaClass, holder: JavaClass): Unit = {
    cursor.enter()
    open += 1
    if (levels(open) == null) levels(open) = new ContainerLevel
    levels(open).begin(left, form, holder)
  }

  /** Copies the head of a container after its class, and enters it. */
  def copyHead(cursor: Cursor, form: JavaClass, container: ContainerForm): Unit = {
    val holder = if (form.name == container.holder) form else form.parent
    val isKnown = holder != null && holder.name == container.holder && holder.parent == null &&
      !form.isExternal && !holder.isExternal && ((holder eq form) || form.objects.isEmpty)
    if (!isKnown) cursor.refuse(UnknownClass)
    val numbers = cursor.take(holder.size.toLong, Truncated)
    val isHeld = container.steps == "1" || container.steps == "v"
    if (isHeld) {
      if (holder.objects.length != 1 || holder.writesMore) cursor.refuse(UnknownClass)
      if (container.steps == "1") putHead(container, container.isMap, 1)
      enter(cursor, 1, form, holder)
    } else {
      if (!holder.writesMore) cursor.refuse(UnknownClass)
      // The only objects that such classes have as fields are comparators.
      holder.objects.foreach(_ => expect(cursor, Null, UnknownClass))
      beginCounted(cursor, form, holder, container, numbers)
    }
  }

  private def beginCounted(cursor: Cursor, form: JavaClass, holder: JavaClass,
      container: ContainerForm, numbers: Int): Unit = {
    blocks.begin()
    var counted = 0
    var isMap = container.isMap
    container.steps.foreach {
      case 'f' => counted = field(cursor, holder, numbers, "size")
      case '4' => val _ = blocks.i32(cursor)
      case '0' => expect(cursor, Null, UnknownClass)
      case 'n' => counted = blocks.i32(cursor)
      case _ =>
        counted = blocks.i32(cursor)
        isMap = JavaContainers.isMap(field(cursor, holder, numbers, "tag"))
        if (isMap) {
          if ((counted & 1) == 1) cursor.refuse(UnknownClass)
          counted /= 2
        }
    }
    blocks.leave(cursor)
    val size = checked(cursor, counted, if (isMap) 2 else 1)
    putHead(container, isMap, size)
    enter(cursor, if (isMap) size * 2L else size.toLong, form, holder)
  }

  private def field(cursor: Cursor, form: JavaClass, numbers: Int, name: String): Int = {
    val offset = form.offsetOf(name, 'I')
    if (offset < 0) cursor.refuse(UnknownClass)
    cursor.i32At(numbers + offset)
  }

  private def putHead(container: ContainerForm, isMap: Boolean, size: Int): Unit = {
    output.i8(if (isMap) MapCode else CollectionCode)
    output.i32(size)
    output.i8(container.kind)
  }

  /** Leaves the innermost container, and reads the bytes after its values. */
  def close(cursor: Cursor): Unit = {
    val level = levels(open)
    val form = level.form
    if (level.holder != null && (level.holder.writesMore || level.holder.isExternal))
      endData(cursor)
    if (form ne level.holder) {
      cursor.skip(form.size.toLong, Truncated)
      if (form.writesMore) endData(cursor)
    }
    cursor.leave()
    open -= 1
  }

  private def endData(cursor: Cursor): Unit = {
    blocks.begin()
    blocks.end(cursor)
  }
}

private[cdc] object JavaContainers {
  // Ignite's names for containers, after their code.
  private final val Other = 0
  private final val OfArray = 1
  private final val Linked = 2
  private final val HashSet = 3
  private final val LinkedHashSet = 4
  private final val Singleton = 5
  private final val HashMap = 1
  private final val LinkedHashMap = 2

  /** The form for a container without a head in the copy: only its content is copied. */
  final val NoHead = 0

  private def form(name: String, steps: String, code: Int, kind: Int, holder: String = null) =
    s"java.util.$name" -> new ContainerForm(
      s"java.util.${if (holder == null) name else holder}", steps, code, kind)

  private val byName: Map[String, ContainerForm] = Map(
    form("ArrayList", "f4", CollectionCode, OfArray),
    form("LinkedList", "n", CollectionCode, Linked),
    form("HashSet", "44n", CollectionCode, HashSet),
    form("LinkedHashSet", "44n", CollectionCode, LinkedHashSet, "HashSet"),
    form("TreeSet", "0n", CollectionCode, Other),
    form("CollSer", "c", CollectionCode, OfArray),
    form("Collections$SingletonList", "1", CollectionCode, Singleton),
    form("Arrays$ArrayList", "v", NoHead, Other),
    form("HashMap", "4n", MapCode, HashMap),
    form("LinkedHashMap", "4n", MapCode, LinkedHashMap, "HashMap"),
    form("TreeMap", "n", MapCode, Other)
  )

  /** Returns the form of a class, null if it has none. */
  def of(name: String): ContainerForm = byName.getOrElse(name, null)

  /** Whether a collection without changes is a map, by its tag. */
  def isMap(tag: Int): Boolean = (tag & 0xff) == 3
}
