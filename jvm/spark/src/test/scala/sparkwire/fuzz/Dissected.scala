package sparkwire.fuzz

import org.apache.spark.sql.catalyst.InternalRow

/** The rows of a dissection: offset, length, path, type, value. */
private[fuzz] object Dissected {

  /** Returns the fields that bytes consist of.
    *
    * @param inFront
    *   the number of bytes before the inputs of the function
    */
  def fields(bytes: Array[Byte], inFront: Int, rows: Seq[InternalRow]): Seq[Anatomy.Field] = {
    val withBytes = rows.filter(_.getInt(1) > 0)
    val ends = withBytes.scanLeft(inFront)(_ + _.getInt(1))
    val found = withBytes.zip(ends).map { case (row, from) =>
      def text(ordinal: Int) = String.valueOf(row.getUTF8String(ordinal))
      Anatomy.Field(bytes.slice(from, from + row.getInt(1)), text(2), text(3), text(4))
    }
    val front = Anatomy.Field(bytes.take(inFront), "", "length", bytes.headOption.mkString)
    val rest = Anatomy.Field(bytes.drop(ends.last), "", "FAULT", "")
    (front +: found :+ rest).filter(_.bytes.nonEmpty)
  }

  /** Asserts that the rows cover every byte of all inputs once and in order, and end with a fault if
    * there is one.
    */
  def check(rows: Seq[InternalRow], lengths: Seq[Int], isRefused: Boolean): Unit = {
    val inputs = lengths.iterator
    var until = inputs.next()
    var at = 0
    var sawFault = false
    rows.foreach { row =>
      require(!sawFault, "rows behind the fault")
      if (row.getInt(1) > 0) {
        if (at == until && row.getInt(0) == 0 && inputs.hasNext) {
          until = inputs.next()
          at = 0
        }
        require(row.getInt(0) == at, s"byte $at is in no row, or in two")
        at += row.getInt(1)
      }
      sawFault = row.getUTF8String(3).toString == "FAULT"
    }
    // After a fault in the key, no row covers the value.
    require(at == until && (sawFault || inputs.forall(_ == 0)), "the rows end before the bytes")
    require(sawFault == isRefused, "a fault in one, none in the other")
  }
}
