package sparkwire.wire.ignite

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.ignite.{Ignite, Ignition}
import org.apache.ignite.binary.BinaryObject
import org.apache.ignite.cluster.ClusterState
import org.apache.ignite.configuration._
import org.apache.ignite.internal.IgniteEx
import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.processors.cache.GridCacheSharedContext
import org.apache.ignite.internal.processors.cache.binary.CacheObjectBinaryProcessorImpl
import org.apache.ignite.internal.processors.cache.persistence.{
  CheckpointState, GridCacheDatabaseSharedManager
}
import org.apache.ignite.logger.NullLogger
import org.apache.ignite.spi.discovery.isolated.IsolatedDiscoverySpi

/** A single Ignite node in this process, which opens no port. It stores its data in a temporary
  * folder, which `close` deletes.
  *
  * @param isCompact
  *   whether objects have compact footers
  * @param isPersistent
  *   whether the data is kept on disk
  * @param hasCdc
  *   whether changes are captured: the log of them is closed twice a second
  * @param more
  *   makes further settings
  */
final class Node(isCompact: Boolean = true, isPersistent: Boolean = true, hasCdc: Boolean = false,
    more: IgniteConfiguration => Unit = _ => ())
    extends AutoCloseable {
  private val folder: Path = Files.createTempDirectory("sparkwire-ignite")
  Node.setHome()

  /** Returns the configuration of the node, which its capture of changes has too. */
  def configuration: IgniteConfiguration = {
    val region = new DataRegionConfiguration().setCdcEnabled(hasCdc)
      .setPersistenceEnabled(isPersistent).setInitialSize(20L << 20).setMaxSize(64L << 20)
    val storage = new DataStorageConfiguration().setDefaultDataRegionConfiguration(region)
    if (hasCdc) storage.setWalForceArchiveTimeout(500)
    val made = new IgniteConfiguration()
      .setIgniteInstanceName(folder.getFileName.toString)
      .setWorkDirectory(folder.toString)
      .setConsistentId("node")
      .setLocalHost("127.0.0.1")
      .setDiscoverySpi(new IsolatedDiscoverySpi)
      .setConnectorConfiguration(null)
      .setClientConnectorConfiguration(null)
      .setDataStorageConfiguration(storage)
      .setBinaryConfiguration(new BinaryConfiguration().setCompactFooter(isCompact))
      .setGridLogger(new NullLogger)
      .setMetricsLogFrequency(0)
    more(made)
    made
  }

  val ignite: Ignite = {
    val started = Ignition.start(configuration)
    started.cluster.state(ClusterState.ACTIVE)
    // The node answers a little before it has ended the change, and refuses to create caches until
    // then.
    val end = System.nanoTime + 20000000000L
    val state = started.asInstanceOf[IgniteEx].context.state
    while (state.clusterState.transition && System.nanoTime < end) Thread.sleep(10)
    started
  }

  private val processor = ignite.asInstanceOf[IgniteEx].context.cacheObjects
    .asInstanceOf[CacheObjectBinaryProcessorImpl]

  /** Returns the bytes that a cache would hold for a value. */
  def bytes(value: Any): Array[Byte] = value match {
    case made: BinaryObjectImpl => IgniteClasses.bytes(made)
    case other => processor.marshal(other)
  }

  /** Returns the object in these bytes, which are unchecked. */
  def read(bytes: Array[Byte]): BinaryObject =
    new BinaryObjectImpl(processor.binaryContext, bytes, 0)

  /** Returns the folder of the write-ahead log, with the archive in it. */
  def log: Path = folder.resolve("db").resolve("wal")

  def context: GridCacheSharedContext[_, _] =
    ignite.asInstanceOf[IgniteEx].context.cache.context[Any, Any]

  /** Writes all pages to disk. */
  def checkpoint(): Unit = {
    val _ = context.database.asInstanceOf[GridCacheDatabaseSharedManager]
      .forceCheckpoint("test").futureFor(CheckpointState.FINISHED).get()
  }

  /** Writes a dump of all caches, and returns its folder. */
  def dump(name: String, compress: Boolean = false, encrypt: Boolean = false): Path = {
    IgniteClasses.dump(context.snapshotMgr, name, compress, encrypt)
    folder.resolve("snapshots").resolve(name)
  }

  /** Returns the folder in which the node keeps the metadata of types. */
  def metadata: Path = folder.resolve("db").resolve("binary_meta")

  /** Returns the contents of the files in that folder. The node writes them a little after it has
    * answered, so this method waits for them up to 20 seconds.
    */
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
    Node.delete(folder)
  }
}

private object Node {
  private lazy val home = {
    val made = Files.createTempDirectory("ignite-home")
    sys.addShutdownHook(delete(made))
    System.setProperty("IGNITE_HOME", made.toString)
  }

  /** Sets the folder for classes that have no work folder of their own: Ignite's reader of dumps.
    * Without it, that would be the current one.
    */
  private def setHome(): Unit = { val _ = home }

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toSeq).reverse.foreach(Files.delete)
}
