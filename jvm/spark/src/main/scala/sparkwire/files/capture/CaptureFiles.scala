package sparkwire.files.capture

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.connector.read.Scan
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types._

import sparkwire.files.{FileKind, FileOptions, FileWriting, StreamLimits}
import sparkwire.files.values.Packing
import sparkwire.wire.capture.Capture
import sparkwire.wire.core.{Options, OptionSpec}

/** Captured network traffic: pcap and pcapng files. */
private[sparkwire] case object CaptureFiles extends FileKind {
  def name: String = Capture.Name

  // The files of a rotated capture are read whether or not a query asks for their rows.
  def ranged: Set[String] = Set("file")

  private val Protocol = OptionSpec.Words("protocol", CaptureProtocol.all.map(_.name),
    "what the connections speak; `none`: the bytes as they are; `udp`: datagrams instead of TCP")
  private val Rotated = OptionSpec.Words("rotated", Seq("false", "true"),
    "`true`: the files of a folder are one capture, in the order of their names")
  private val Port = OptionSpec.Number("port", 0, 0, 65535,
    "the port of the servers: other connections are passed over; 0 for all")
  private val MaxMemory = OptionSpec.Number("maxMemory", 256 << 20, 1 << 20, Int.MaxValue,
    "how many bytes of all connections may wait in memory for what is missing")

  private val Overlap = OptionSpec.Number("overlap", 1, 0, 100,
    "how many files in front of a file and behind it a stream reads with it, for what crosses them")

  def writing: FileWriting = FileWriting.Refused(
    "Write the values of its connections with sparkwire-databus, sparkwire-cernan, sparkwire-msgpack or " +
      "sparkwire-layout.")

  override def streams: Boolean = true

  def options: Seq[OptionSpec] =
    Seq(FileKind.Mode, Packing.Option, Protocol, Rotated, Port, MaxMemory, Options.MaxSize,
      Overlap) ++ StreamLimits.options

  def protocol(options: Options): CaptureProtocol =
    CaptureProtocol.all.find(_.name == options.word(Protocol)).get
  def isRotated(options: Options): Boolean = options.word(Rotated) == "true"
  def port(options: Options): Int = options.number(Port)
  def overlap(options: Options): Int = options.number(Overlap)
  def maxMemory(options: Options): Int = options.number(MaxMemory)

  private val ofAll = new StructType()
    .add("file", StringType)
    .add("offset", LongType)
    .add("fault", FileKind.Fault)

  def schema(options: Options): StructType = StructType(protocol(options).columns ++ ofAll)

  def requireFiles(of: FileOptions, hadoop: Configuration): Unit =
    of.paths.foreach { written =>
      val path = new Path(written)
      val found = path.getFileSystem(hadoop).globStatus(path)
      if (found == null || found.isEmpty)
        refuse(s"path = '$written': there is no such file or folder.")
    }

  def newScan(of: FileOptions, required: StructType, filters: Seq[Filter]): Scan =
    CaptureScan(of, required, filters)
}
