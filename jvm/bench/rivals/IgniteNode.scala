package sparkwire.bench.rivals

import org.apache.ignite.Ignite
import org.apache.ignite.internal.IgniteEx
import org.apache.ignite.internal.binary.BinaryContext
import org.apache.ignite.internal.processors.cache.binary.CacheObjectBinaryProcessorImpl

import sparkwire.bench.IgniteBench

/** A node in this JVM, whose marshaller knows the types of the objects. */
object IgniteNode {
  lazy val node: Ignite = {
    System.setProperty("IGNITE_ENABLE_OBJECT_INPUT_FILTER_AUTOCONFIGURATION", "false")
    IgniteBench.start()
  }

  /** What `BinaryObjectImpl` needs to read an object. */
  lazy val context: BinaryContext = node.asInstanceOf[IgniteEx].context.cacheObjects
    .asInstanceOf[CacheObjectBinaryProcessorImpl].binaryContext
}
