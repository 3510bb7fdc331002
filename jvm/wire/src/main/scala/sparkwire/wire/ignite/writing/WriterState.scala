package sparkwire.wire.ignite.writing

/** Where [[IgniteWriter]] stands in a value. */
private object WriterState {
  // What an open container is.
  final val Undecided = 0
  final val AList = 1
  final val AMap = 2
  final val AnObject = 3

  // What the next scalar is.
  final val AValue = 0
  final val AKey = 1
  final val AType = 2
  final val RawData = 3

  // What an object becomes.
  final val AsObject = 0
  final val AsOptimized = 1
  final val AsDecimal = 2
}
