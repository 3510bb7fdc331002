package sparkwire.wire.msgpack

/** The type of a value by its first byte, as numbers for readers to branch on. They are
  * consecutive, so that a match compiles to one jump.
  */
private[wire] object ByteFamily {
  final val FixInt = 0
  final val FixMap = 1
  final val FixArray = 2
  final val FixStr = 3
  final val Nil = 4
  final val Reserved = 5
  final val False = 6
  final val True = 7
  final val Bin8 = 8
  final val Bin16 = 9
  final val Bin32 = 10
  final val Ext8 = 11
  final val Ext16 = 12
  final val Ext32 = 13
  final val Float32 = 14
  final val Float64 = 15
  final val UInt8 = 16
  final val UInt16 = 17
  final val UInt32 = 18
  final val UInt64 = 19
  final val Int8 = 20
  final val Int16 = 21
  final val Int32 = 22
  final val Int64 = 23
  final val FixExt = 24
  final val Str8 = 25
  final val Str16 = 26
  final val Str32 = 27
  final val Array16 = 28
  final val Array32 = 29
  final val Map16 = 30
  final val Map32 = 31

  // 256 entries, computed once from readable rules.
  private[this] val families: Array[Byte] = Array.tabulate(256) { first =>
    val family =
      if (FirstByte.isFixInt(first)) FixInt
      else if (first < FirstByte.FixArray) FixMap
      else if (first < FirstByte.FixStr) FixArray
      else if (first < FirstByte.Nil) FixStr
      else if (first < FirstByte.FixExt1) Nil + (first - FirstByte.Nil)
      else if (first < FirstByte.Str8) FixExt
      else Str8 + (first - FirstByte.Str8)
    family.toByte
  }

  /** @param first
    *   the first byte, from 0 to 255
    */
  def of(first: Int): Int = families(first).toInt

  def isText(family: Int): Boolean =
    family == FixStr || family == Str8 || family == Str16 || family == Str32
  def isBinary(family: Int): Boolean = family == Bin8 || family == Bin16 || family == Bin32
  def isExt(family: Int): Boolean =
    family == FixExt || family == Ext8 || family == Ext16 || family == Ext32
  def isFloat(family: Int): Boolean = family == Float32 || family == Float64
  def isBool(family: Int): Boolean = family == False || family == True
  def isArray(family: Int): Boolean = family == FixArray || family == Array16 || family == Array32
  def isMap(family: Int): Boolean = family == FixMap || family == Map16 || family == Map32
  def isInt(family: Int): Boolean = family == FixInt || (family >= UInt8 && family <= Int64)
}
