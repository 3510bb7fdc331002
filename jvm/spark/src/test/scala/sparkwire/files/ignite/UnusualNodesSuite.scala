package sparkwire.files.ignite

import java.nio.file.{Files, Path}
import java.security.KeyStore
import java.util.concurrent.atomic.AtomicBoolean

import scala.util.{Try, Using}

import org.apache.ignite.cache.CacheAtomicityMode.TRANSACTIONAL
import org.apache.ignite.configuration.CacheConfiguration
import org.apache.ignite.spi.encryption.keystore.KeystoreEncryptionSpi
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.col

import sparkwire.SparkSuite
import sparkwire.functions.ignite_decode
import sparkwire.wire.ignite.Node

import javax.crypto.KeyGenerator
import org.scalatest.funsuite.AnyFunSuite

/** Files of nodes that encrypt, and of those that are busy. */
class UnusualNodesSuite extends AnyFunSuite with SparkSuite {
  private def load(format: String, path: Path, options: (String, String)*): DataFrame =
    spark.read.format(s"sparkwire-ignite-$format").options(options.toMap).load(path.toString)

  private def rows(table: DataFrame): Seq[Row] = table.collect().toSeq

  private val password = "only for tests"

  /** Returns a file with a master key. */
  private def keys(): Path = {
    val store = KeyStore.getInstance(KeyStore.getDefaultType)
    store.load(null, password.toCharArray)
    val maker = KeyGenerator.getInstance("AES")
    maker.init(256)
    store.setEntry(KeystoreEncryptionSpi.DEFAULT_MASTER_KEY_NAME,
      new KeyStore.SecretKeyEntry(maker.generateKey()),
      new KeyStore.PasswordProtection(password.toCharArray))
    val file = Files.createTempFile("keys", ".jks")
    file.toFile.deleteOnExit()
    Using.resource(Files.newOutputStream(file))(store.store(_, password.toCharArray))
    file
  }

  test("entries of encrypted caches are faults, those of other caches are there") {
    val spi = new KeystoreEncryptionSpi
    spi.setKeyStorePath(keys().toString)
    spi.setKeyStorePassword(password.toCharArray)
    Using.resource(
      new Node(
        more = settings => {
          val _ = settings.setEncryptionSpi(spi)
        })) { node =>
      val open = node.ignite.getOrCreateCache[Int, Int]("open")
      val secret = node.ignite.getOrCreateCache(
        new CacheConfiguration[Int, Int]("secret").setEncryptionEnabled(true)
          .setAtomicityMode(TRANSACTIONAL))
      for (id <- 1 to 20) {
        open.put(id, id)
        secret.put(id, -id)
      }
      val log = load("wal", node.log, "mode" -> "permissive", "caches" -> "open, secret")
      val found = log.groupBy("cache", "fault.reason").count().orderBy("cache").collect().toSeq
      assert(found === Seq(Row(null, "encrypted", 20L), Row("open", null, 20L)))
      assert(
        intercept[Exception](load("wal", node.log).collect()).getMessage.contains(
          "encrypted"))

      // Ignite dumps no encrypted caches, but it can encrypt a dump.
      secret.destroy()
      val dump = node.dump("encrypted", encrypt = true)
      val entries = load("dump", dump, "mode" -> "permissive")
      assert(entries.where("fault IS NULL").count() === 0)
      assert(rows(entries.selectExpr("fault.reason").distinct()) === Seq(Row("bad-crc")))
      assert(
        intercept[Exception](load("dump", dump).collect()).getMessage.contains(
          "or the dump is encrypted"))
    }
  }

  test("a dump and a log that are written while entries change") {
    Using.resource(new Node()) { node =>
      val numbers = node.ignite.getOrCreateCache[Int, Int]("numbers")
      val count = 3000
      for (id <- 0 until count) numbers.put(id, id)
      val isDone = new AtomicBoolean
      val changing = new Thread(() =>
        while (!isDone.get) for (id <- 0 until count if !isDone.get)
          if (id % 3 == 0) { val _ = numbers.remove(id) }
          else numbers.put(id, -1)
      )
      changing.start()
      val log = load("wal", node.log)
      val dump =
        try {
          val made = node.dump("busy")
          // Threads write side by side, so that a record may be in the file before the one that
          // precedes it: then the log is read again.
          val counts = LazyList.continually(Try(log.where("operation = 'UPDATE'").count())).take(5)
          assert(counts.find(_.isSuccess).getOrElse(counts.last).get > count)
          made
        } finally {
          isDone.set(true)
          changing.join()
        }
      val table = load("dump", dump)
      val pairs = table.select(ignite_decode(col("key"), "INT"), ignite_decode(col("value"), "INT"))
        .collect().map(row => row.getInt(0) -> row.getInt(1)).toSeq
      assert(pairs.sorted === DumpFolders.read(dump).map { entry =>
        number(entry.key) -> number(entry.value)
      }.sorted)
      assert(pairs.map(_._1).distinct.length === pairs.length)
      assert(log.where("operation = 'DELETE' AND value IS NULL").count() > 0)
    }
  }

  /** The number in an INT of Ignite. */
  private def number(bytes: Seq[Byte]): Int =
    java.nio.ByteBuffer.wrap(bytes.toArray).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(1)
}
