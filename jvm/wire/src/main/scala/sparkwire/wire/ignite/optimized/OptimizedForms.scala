package sparkwire.wire.ignite.optimized

import scala.collection.mutable

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.ModifiedUtf8
import sparkwire.wire.ignite.optimized.Optimized.NotKnown

/** The serialized form of one class, as the optimized marshaller writes it: the name of the class,
  * and the steps that read the data after the class. Each step is one character:
  * | step    | reads                                                                        |
  * | `4` `b` | 4 bytes, 1 byte that say nothing about the content                           |
  * | `a`     | a value that says nothing about the content: a lock, a comparator            |
  * | `n`     | a count, int32                                                               |
  * | `e` `p` | `count` elements; `count` keys and values in turn: the content                    |
  * | `E`     | elements up to a null: the content                                           |
  * | `P`     | keys and values up to a null: the content                                    |
  * | `1` `2` | the only element; the only key and its value: the content                    |
  * | `0` `o` | nothing: the content is an empty list, an empty map                          |
  * | `c`     | tag int32 (3: a map), count int32 of what follows, values: the content       |
  * | `x` `y` | a value; a count int32: the content is a list that repeats the value           |
  * | `v`     | a value that is the content                                                  |
  * | `w`     | an array whose first elements, as many as the count says, are the content    |
  * | `k`     | a map whose keys are the content                                             |
  * | `t`     | the type of an array's elements                                              |
  * | `d`     | a byte; if it is 0, a value that says nothing about the content              |
  * | `u`     | a count int32, and keys and values that are texts without codes: the content |
  * | `s`     | a single value: read by [[OptimizedScalars]]                                 |
  *
  * @param isInternal
  *   whether the class occurs only inside of others, never as a value by itself
  */
private[ignite] final class OptimizedForm(
    val name: String, val steps: String, val isInternal: Boolean = false) {
  val isScalar: Boolean = steps == "s"
}

/** The classes of the JDK whose serialized form is read. On the wire a class is identified by the
  * hash of its name. A checksum of its fields follows, which differs between versions of Java. The
  * checksum is not compared: Java promises to keep these forms, and a form is accepted only if it
  * fits the bytes to the last one.
  */
private[ignite] object OptimizedForms {
  val BigIntegerName = "java.math.BigInteger"
  val BigDecimalName = "java.math.BigDecimal"
  val SqlDateName = "java.sql.Date"
  val SqlTimeName = "java.sql.Time"
  val SqlTimestampName = "java.sql.Timestamp"
  val JavaTimeName = "java.time.Ser"

  /** Returns the id of a system class. */
  def idOf(name: String): Int = name.hashCode

  private def forms(steps: String, names: String*): Seq[OptimizedForm] =
    names.map(new OptimizedForm(_, steps))
  private def internals(steps: String, names: String*): Seq[OptimizedForm] =
    names.map(new OptimizedForm(_, steps, isInternal = true))
  private def collections(steps: String, names: String*): Seq[OptimizedForm] =
    forms(steps, names.map("java.util.Collections$" + _): _*)
  private def concurrent(steps: String, names: String*): Seq[OptimizedForm] =
    forms(steps, names.map("java.util.concurrent." + _): _*)

  private val all =
    forms("s", BigIntegerName, BigDecimalName, SqlDateName, SqlTimeName, SqlTimestampName,
      JavaTimeName) ++
      forms("v", "java.util.Arrays$ArrayList") ++
      // The form of List.of, Set.of, Map.of, their copyOf, and Stream.toList.
      forms("c", "java.util.CollSer") ++
      collections("0", "EmptyList", "EmptySet") ++
      collections("o", "EmptyMap") ++
      collections("1", "SingletonList", "SingletonSet") ++
      collections("2", "SingletonMap") ++
      collections("xy", "CopiesList") ++
      collections("v", "UnmodifiableCollection", "UnmodifiableSet", "UnmodifiableMap",
        "AsLIFOQueue") ++
      // A subclass writes the same collection again, as a handle.
      collections("va", "UnmodifiableList", "UnmodifiableRandomAccessList", "UnmodifiableSortedSet",
        "UnmodifiableSortedMap", "SynchronizedCollection", "SynchronizedSet", "SynchronizedMap") ++
      collections("vaa", "UnmodifiableNavigableSet", "UnmodifiableNavigableMap", "SynchronizedList",
        "SynchronizedRandomAccessList", "SynchronizedSortedSet", "SynchronizedSortedMap",
        "CheckedCollection", "CheckedSet") ++
      collections("vaaa", "SynchronizedNavigableSet", "SynchronizedNavigableMap", "CheckedList",
        "CheckedRandomAccessList") ++
      collections("ava", "CheckedMap") ++
      collections("k", "SetFromMap") ++
      forms("ne", "java.util.ArrayDeque") ++
      forms("an4e", "java.util.PriorityQueue") ++
      forms("4nw", "java.util.Vector", "java.util.Stack") ++
      forms("444np", "java.util.Hashtable") ++
      forms("4np", "java.util.IdentityHashMap") ++
      forms("anp", "java.util.TreeMap") ++
      forms("ane", "java.util.TreeSet") ++
      concurrent("44aPb", "ConcurrentHashMap") ++
      concurrent("aP", "ConcurrentSkipListMap") ++
      concurrent("k", "ConcurrentSkipListSet") ++
      concurrent("ne", "CopyOnWriteArrayList") ++
      concurrent("v", "CopyOnWriteArraySet") ++
      concurrent("E", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "LinkedTransferQueue") ++
      concurrent("4aaaaaE", "LinkedBlockingQueue") ++
      concurrent("4aaaE", "LinkedBlockingDeque") ++
      concurrent("aav", "PriorityBlockingQueue") ++
      internals("4", "java.util.concurrent.atomic.AtomicInteger",
        "java.util.concurrent.locks.ReentrantLock$NonfairSync",
        "java.util.concurrent.locks.ReentrantLock$FairSync") ++
      internals("a", "java.util.concurrent.locks.ReentrantLock",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
        "java.util.Collections$ReverseComparator2") ++
      internals("a4", "java.util.concurrent.ConcurrentHashMap$Segment") ++
      internals("", "java.util.Collections$ReverseComparator",
        "java.lang.String$CaseInsensitiveComparator")

  private[this] val byId = mutable.LongMap.empty[OptimizedForm]
  all.foreach(form => byId.update(idOf(form.name).toLong, form))

  /** Reads a class after its code: the id or, after an id of 0, the name; then the checksum of its
    * fields. Refuses a class that is not known.
    */
  def read(cursor: Cursor): OptimizedForm = {
    val form = byId.getOrNull(readType(cursor).toLong)
    cursor.skip(2, NotKnown)
    if (form == null) cursor.refuse(NotKnown)
    form
  }

  /** Reads the id of a class, or computes it from the name that follows an id of 0. */
  def readType(cursor: Cursor): Int = {
    val id = cursor.i32(NotKnown)
    if (id != 0) id
    else {
      val length = cursor.i32At(cursor.take(4, NotKnown))
      val from = cursor.take(length.toLong, NotKnown)
      idOf(ModifiedUtf8.decode(cursor.bytes, from, cursor.position))
    }
  }

  // Classes that have their own code.
  private val list = new OptimizedForm("java.util.ArrayList", "ne")
  private val byCode: Map[Int, OptimizedForm] = Map(
    Optimized.ObjectArray -> new OptimizedForm("object[]", "tne"),
    Optimized.Properties -> new OptimizedForm("java.util.Properties", "du"),
    Optimized.ArrayList -> list,
    Optimized.HashMap -> new OptimizedForm("java.util.HashMap", "n4p"),
    Optimized.HashSet -> new OptimizedForm("java.util.HashSet", "n4e"),
    Optimized.LinkedList -> new OptimizedForm("java.util.LinkedList", "ne"),
    Optimized.LinkedHashMap -> new OptimizedForm("java.util.LinkedHashMap", "n4bp"),
    Optimized.LinkedHashSet -> new OptimizedForm("java.util.LinkedHashSet", "n4be")
  )
  private[this] val codes = Array.tabulate(128)(byCode.getOrElse(_, null))

  /** Returns the form of the container with this code, null if there is none. */
  def ofCode(code: Int): OptimizedForm = if (code < 0) null else codes(code)
}
