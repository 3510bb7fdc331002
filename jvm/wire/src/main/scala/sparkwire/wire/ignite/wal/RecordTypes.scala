package sparkwire.wire.ignite.wal

/** The types of records that a table needs to know. On the wire, each is one more than the number that
  * Ignite's `RecordType` has.
  */
private[wal] object RecordTypes {

  /** No record: the segment ends here. */
  final val Stop = 0

  /** The head of a segment. */
  final val Head = 5

  /** The segment ends here, and the log goes on in the next one. It is one byte without a pointer. */
  final val Switch = 41

  /** Entries without flags, before Ignite 2.9. */
  final val Data1 = 3
  final val Data2 = 71

  /** Entries of a cache in memory whose changes are captured, since Ignite 2.15. */
  final val CapturedData = 79

  /** Entries each of which may be encrypted: a flag comes first, then the type [[Data1]], or
    * [[Data2]] in the third.
    */
  final val Encrypted1 = 54
  final val Encrypted2 = 65
  final val Encrypted3 = 72

  final val MvccData = 55

  /** Whether a record of this type has entries. */
  def hasEntries(kind: Int): Boolean =
    kind == Data1 || kind == Data2 || kind == CapturedData || mayBeEncrypted(
      kind) || kind == MvccData

  def mayBeEncrypted(kind: Int): Boolean =
    kind == Encrypted1 || kind == Encrypted2 || kind == Encrypted3
  def haveFlags(kind: Int): Boolean = kind == Data2 || kind == CapturedData || kind == Encrypted3
}
