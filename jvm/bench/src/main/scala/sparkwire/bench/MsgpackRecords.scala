package sparkwire.bench

import scala.util.Random

import org.msgpack.core.{MessageBufferPacker, MessagePack}

/** Writes of user records to Aerospike, about 900 bytes each on average and no two alike. A third
  * of them have their bins in an order of their own, each bin is missing in a tenth of them, and
  * types, lengths and counts vary.
  */
object MsgpackRecords {
  def many(count: Int, seed: Long): Array[Array[Byte]] = {
    val random = new Random(seed)
    Array.fill(count)(new MsgpackRecords(random).record())
  }

  // Particle types of Aerospike.
  private final val Integer = 1
  private final val Double = 2
  private final val Text = 3
  private final val Blob = 4
  private final val Bool = 17
  private final val Map = 19
  private final val List = 20
  private final val GeoJson = 23

  private val words =
    "gold newsletter eu-west beta 2fa trial imported vip churned nordic summer-2024 partner"
      .split(' ')
}

private final class MsgpackRecords(random: Random) {
  import MsgpackRecords._

  private val packer: MessageBufferPacker = MessagePack.newDefaultBufferPacker()

  private def text(most: Int): String =
    Iterator.continually(words(random.nextInt(words.length))).take(
      1 + random.nextInt(most)).mkString(" ")

  private val bins: Seq[(String, Int, () => Any)] = Seq(
    ("user_id", Integer, () => packer.packLong(random.nextLong() >>> (1 + random.nextInt(60)))),
    ("name", Text, () => packer.packString(text(4))),
    ("email", Text, () => packer.packString(s"${text(2).replace(' ', '.')}@example.com")),
    ("score", Double, () => packer.packDouble(random.nextDouble())),
    ("active", Bool, () => packer.packBoolean(random.nextBoolean())),
    ("avatar", Blob, () => blob()),
    ("tags", List, () => list(random.nextInt(10))(_ => packer.packString(text(1)))),
    ("prefs", Map, () => prefs()),
    ("visits", List, () => list(random.nextInt(24))(visit)),
    ("loc", GeoJson,
      () =>
        packer.packString(
          f"""{"type":"Point","coordinates":[${random.nextDouble() * 90}%.4f,${random.nextDouble() * 90}%.4f]}""")),
    ("counters", Map, () => counters()),
    ("note", Text, () => packer.packString(text(24)))
  )

  def record(): Array[Byte] = {
    packer.packArrayHeader(3).packInt(1).packInt(1).packArrayHeader(5)
    packer.packArrayHeader(4).packString("users").packString("premium")
    packer.packBinaryHeader(20).writePayload(random.nextBytes(20))
    packer.packString(s"id${random.nextInt(100000)}")
    packer.packInt(1 + random.nextInt(50)).packLong(1701178936L + random.nextInt(1 << 20))
      .packLong(1698586936461L + random.nextInt(1 << 30))
    val kept = bins.filter(_ => random.nextInt(10) > 0)
    val ordered = if (random.nextInt(3) == 0) random.shuffle(kept) else kept
    list(ordered.length) { number =>
      val (name, kind, write) = ordered(number)
      packer.packArrayHeader(4).packString(name).packInt(kind).packInt(0)
      write()
    }
    packer.toByteArray
  }

  private def list(count: Int)(item: Int => Any): Unit = {
    packer.packArrayHeader(count)
    for (number <- 0 until count) {
      val _ = item(number)
    }
  }

  private def blob(): Any = {
    val size = random.nextInt(128)
    packer.packBinaryHeader(size).writePayload(random.nextBytes(size))
  }

  private def prefs(): Unit = {
    val all: Seq[(String, () => Any)] = Seq(
      "lang" -> (() => packer.packString(Seq("de", "en", "fr")(random.nextInt(3)))),
      "tz" -> (() => packer.packString(Seq("Europe/Berlin", "UTC")(random.nextInt(2)))),
      "page" -> (() => packer.packInt(random.nextInt(200))),
      "dark" -> (() => packer.packBoolean(random.nextBoolean())),
      "ratio" -> (() => packer.packDouble(random.nextDouble())))
    val kept = all.filter(_ => random.nextInt(8) > 0)
    packer.packMapHeader(kept.length)
    kept.foreach { case (name, write) =>
      packer.packString(name)
      val _ = write()
    }
  }

  private def visit(number: Int): Any = {
    packer.packArrayHeader(3).packLong(1698586936461L + random.nextInt(1 << 30)).packInt(number)
    packer.packString(s"/p/${random.nextInt(500)}")
  }

  private def counters(): Unit = {
    val count = 4 + random.nextInt(24)
    packer.packMapHeader(count)
    for (key <- 0 until count) packer.packInt(key).packLong(random.nextInt(1 << 26).toLong)
  }
}
