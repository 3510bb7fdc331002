package sparkwire.wire.ignite.cdc

import java.util.{Iterator => JavaIterator}
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.ignite.binary.BinaryType
import org.apache.ignite.cdc._
import org.apache.ignite.internal.binary.BinaryTypeImpl
import org.apache.ignite.internal.cdc.CdcMain
import org.apache.ignite.internal.util.IgniteUtils
import org.apache.ignite.metric.MetricRegistry

import sparkwire.wire.ignite.Node

/** Ignite's own capture of the changes of a node. It keeps the records that the streamer would
  * write to its two topics: the values of the records, and the events that they were made from.
  */
final class Capture extends CdcConsumer {
  private val captured = new ConcurrentLinkedQueue[(CdcEvent, Array[Byte])]
  private val described = new ConcurrentLinkedQueue[Array[Byte]]

  def events: Seq[(CdcEvent, Array[Byte])] = captured.asScala.toSeq
  def types: Seq[Array[Byte]] = described.asScala.toSeq

  /** Captures changes until there are `count` of them, for at most two minutes. */
  def run(node: Node, count: Int): Unit = {
    val settings = new CdcConfiguration
    settings.setConsumer(this)
    settings.setKeepBinary(true)
    settings.setCheckFrequency(100)
    val main = new CdcMain(node.configuration, null, settings)
    val running = new Thread(main)
    running.start()
    try {
      val end = System.nanoTime + 120000000000L
      while (captured.size < count && System.nanoTime < end) Thread.sleep(100)
    } finally {
      main.stop()
      running.join(30000)
    }
  }

  override def onEvents(found: JavaIterator[CdcEvent]): Boolean = {
    found.asScala.foreach(one => captured.add(one -> IgniteUtils.toBytes(one)))
    true
  }
  override def onTypes(found: JavaIterator[BinaryType]): Unit = found.asScala.foreach(one =>
    described.add(IgniteUtils.toBytes(one.asInstanceOf[BinaryTypeImpl].metadata)))
  override def onMappings(found: JavaIterator[TypeMapping]): Unit =
    found.asScala.foreach(one => described.add(IgniteUtils.toBytes(one)))
  override def onCacheChange(found: JavaIterator[CdcCacheEvent]): Unit =
    found.forEachRemaining(_ => ())
  override def onCacheDestroy(found: JavaIterator[Integer]): Unit = found.forEachRemaining(_ => ())
  override def start(registry: MetricRegistry): Unit = ()
  override def stop(): Unit = ()
}
