package sparkwire.wire.ignite

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.ignite.{Ignite, Ignition}
import org.apache.ignite.cluster.ClusterState
import org.apache.ignite.configuration._
import org.apache.ignite.internal.IgniteEx
import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.processors.cache.binary.CacheObjectBinaryProcessorImpl
import org.apache.ignite.logger.NullLogger
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi

/** A node of Ignite in this process, alone: it opens no port. Its disk is a folder that goes with it. */
final class Node extends AutoCloseable {
  private val folder: Path = Files.createTempDirectory("sparkwire-ignite")

  val ignite: Ignite = {
    val region = new DataRegionConfiguration()
      .setPersistenceEnabled(true).setInitialSize(20L << 20).setMaxSize(64L << 20)
    val started = Ignition.start(
      new IgniteConfiguration()
        .setIgniteInstanceName(folder.getFileName.toString)
        .setWorkDirectory(folder.toString)
        .setConsistentId("node")
        .setLocalHost("127.0.0.1")
        .setDiscoverySpi(new IsolatedDiscoverySpi)
        .setConnectorConfiguration(null)
        .setClientConnectorConfiguration(null)
        .setDataStorageConfiguration(
          new DataStorageConfiguration().setDefaultDataRegionConfiguration(region))
        .setGridLogger(new NullLogger)
        .setMetricsLogFrequency(0))
    started.cluster.state(ClusterState.ACTIVE)
    started
  }

  private val processor = ignite.asInstanceOf[IgniteEx].context.cacheObjects
    .asInstanceOf[CacheObjectBinaryProcessorImpl]

  /** What a cache would hold of a value. */
  def bytes(value: Any): Array[Byte] = value match {
    case made: BinaryObjectImpl => made.array.slice(made.start, made.start + made.length)
    case other => processor.marshal(other)
  }

  /** Where the node keeps what it knows of types. */
  def metadata: Path = folder.resolve("db").resolve("binary_meta")

  /** The files there, which it writes a little later than it answers. */
  def metadataFiles: Seq[Array[Byte]] = {
    val known = ignite.binary.types.asScala.map(_.typeName).size
    val end = System.nanoTime + 20000000000L
    while (paths.length < known && System.nanoTime < end) Thread.sleep(50)
    paths.map(Files.readAllBytes)
  }

  private def paths: Seq[Path] = Using.resource(Files.walk(metadata))(
    _.iterator.asScala.filter(_.toString.endsWith(".bin")).toSeq)

  override def close(): Unit = {
    Ignition.stop(ignite.name, true)
    Using.resource(Files.walk(folder))(_.iterator.asScala.toSeq).reverse.foreach(Files.delete)
  }
}
