package sparkwire.files.kafka

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import sparkwire.files.HadoopInput
import sparkwire.files.kafka.tiered.{ChunkedInput, SegmentManifest}
import sparkwire.wire.core.Reason
import sparkwire.wire.files.FileInput

/** Opens segments, however they are stored. */
private[kafka] object LogInput {

  /** Returns a segment as Kafka wrote it, or why it cannot be read. */
  def open(file: LogFile, hadoop: Configuration): Either[Reason, FileInput] = {
    def stored = new HadoopInput(file.path, file.length, hadoop)
    if (file.manifest == null) Right(stored)
    else
      SegmentManifest.read(new Path(file.manifest), file.length, hadoop).map {
        case Some(manifest) => new ChunkedInput(stored, manifest)
        case None => stored
      }
  }
}

/** What is read of a segment that cannot be read. */
private[kafka] object NoInput extends FileInput {
  override def length: Long = 0
  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = 0
  override def close(): Unit = ()
}
