package sparkwire.wire.ignite.writing

/** The position of [[IgniteWriter]] in a value. */
private object WriterState {
  // The kinds of an open container.
  final val Undecided = 0
  final val AList = 1
  final val AMap = 2
  final val AnObject = 3

  // The roles of the next scalar.
  final val AValue = 0
  final val AKey = 1
  final val AType = 2
  final val RawData = 3

  // The forms in which an object is written.
  final val AsObject = 0
  final val AsOptimized = 1
  final val AsDecimal = 2
}
