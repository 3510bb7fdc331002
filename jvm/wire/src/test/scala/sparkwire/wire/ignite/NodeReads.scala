package sparkwire.wire.ignite

import sparkwire.wire.{ReaderChecks, Tree}
import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.{BeforeAndAfterAll, Suite}

/** Reads the values that an Ignite node writes. */
trait NodeReads extends ReaderChecks with BeforeAndAfterAll { this: Suite =>
  protected var node: Node = _
  protected val one: OneIgniteValue = OneIgniteValue(Kind.Dynamic)

  override def beforeAll(): Unit = node = new Node
  override def afterAll(): Unit = node.close()

  protected def read(value: Any, options: Options = Options.none): Tree = {
    val bytes = node.bytes(value)
    val Right(tree) = walk(one, bytes, options): @unchecked
    val _ = tiles(one, options)(bytes)
    tree
  }
}
