package sparkwire.files.lines

import java.nio.file.{Files, Path}
import java.nio.file.StandardCopyOption.ATOMIC_MOVE

import scala.collection.mutable
import scala.util.Using

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{BinaryType, StructType}

/** Writes the rows of a partition to pieces, the files `<partition>-<number>` of a folder, and counts
  * faults by their reasons.
  */
private[lines] final class WritePieces(schema: StructType, folder: String, isRaw: Boolean)
    extends (Iterator[InternalRow] => Map[String, Long]) with Serializable {
  import WritePieces._

  override def apply(rows: Iterator[InternalRow]): Map[String, Long] = {
    val out = new LineText
    val put = if (isRaw) raw(out) else line(out)
    val reasons = new Reasons(schema)
    val pieces = new Pieces(folder, TaskContext.get())
    rows.foreach { row =>
      put(row)
      reasons.count(row)
      if (out.length >= PieceBytes) pieces.write(out)
    }
    if (out.length > 0) pieces.write(out)
    reasons.counts
  }

  private def line(out: LineText): InternalRow => Unit = {
    val put = RowJson.ofRow(schema, out)
    row => {
      put(row)
      out.put('\n')
    }
  }

  private def raw(out: LineText): InternalRow => Unit = {
    val columns = schema.indices.filter(schema(_).dataType == BinaryType)
    row => columns.foreach(at => if (!row.isNullAt(at)) out.put(row.getBinary(at)))
  }
}

private object WritePieces {
  private final val PieceBytes = 4 << 20
  // Pieces of a partition that nobody has read yet.
  private final val MostUnread = 8
  private final val PollMillis = 5L

  private final class Pieces(folder: String, task: TaskContext) {
    private[this] var written = 0

    private def piece(number: Int): Path = Path.of(folder, s"${task.partitionId()}-$number")

    /** Writes the next piece, once the reader is close enough. */
    def write(out: LineText): Unit = {
      while (Files.exists(piece(written - MostUnread))) {
        if (task.isInterrupted()) throw new InterruptedException
        Thread.sleep(PollMillis)
      }
      val hidden = Path.of(folder, s".${task.partitionId()}")
      Using.resource(Files.newOutputStream(hidden))(out.drainTo)
      Files.move(hidden, piece(written), ATOMIC_MOVE)
      written += 1
    }
  }

  private final class Reasons(schema: StructType) {
    private[this] val fault = schema.fields.indexWhere(field =>
      field.name == "fault" && isFault(field.dataType))
    private[this] val (reason, fields) =
      if (fault < 0) (0, 0)
      else {
        val struct = schema(fault).dataType.asInstanceOf[StructType]
        (struct.fieldIndex("reason"), struct.length)
      }
    private[this] val found = mutable.Map.empty[String, Long].withDefaultValue(0L)

    private def isFault(dataType: Any): Boolean = dataType match {
      case struct: StructType => struct.fieldNames.contains("reason")
      case _ => false
    }

    def count(row: InternalRow): Unit =
      if (fault >= 0 && !row.isNullAt(fault)) {
        val struct = row.getStruct(fault, fields)
        if (!struct.isNullAt(reason)) found(struct.getUTF8String(reason).toString) += 1
      }

    def counts: Map[String, Long] = found.toMap
  }
}
