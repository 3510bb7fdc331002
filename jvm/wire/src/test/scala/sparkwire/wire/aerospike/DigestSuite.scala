package sparkwire.wire.aerospike

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

class DigestSuite extends AnyFunSuite {

  private def ripemd(bytes: Array[Byte], piece: Int = Int.MaxValue): String = {
    val hash = new Ripemd160
    hash.begin()
    bytes.grouped(math.max(1, math.min(piece, math.max(1, bytes.length)))).foreach(part =>
      hash.update(part, 0, part.length))
    Vectors.hex(hash.result())
  }

  // The values that RIPEMD-160 was published with. OpenSSL confirms the last one.
  private val published = Seq(
    "" -> "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    "a" -> "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe",
    "abc" -> "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
    "message digest" -> "5d0689ef49d2fae572b881b123a85ffa21595f36",
    "abcdefghijklmnopqrstuvwxyz" -> "f71c27109c692c1b56bbdceb5b9d2865b3708dbc",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq" -> "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
    "1234567890" * 8 -> "9b752e45573d4b39f4dbd3323cab82bf63326bfb",
    "a" * 1000000 -> "52783243c1697bdbe16d37f97f68f08325dc1528"
  )
  for ((text, expected) <- published)
    test(s"RIPEMD-160 of ${text.length} characters, ${text.take(10)}") {
      for (piece <- Seq(Int.MaxValue, 7, 64))
        assert(ripemd(text.getBytes(UTF_8), piece) === expected)
    }

  test("RIPEMD-160 is OpenSSL's at every length around a block") {
    val all = (0 to 130).map(length => ripemd(Array.tabulate(length)(_.toByte)))
    assert(all.distinct.length === 131)
    // The digest that OpenSSL gives for the text of its own 131 digests.
    assert(ripemd(all.mkString.getBytes(UTF_8)) === DigestSuite.AllLengths)
  }

  private def digest(set: String)(key: Digest => Boolean): String = {
    val digest = new Digest
    val name = set.getBytes(UTF_8)
    digest.begin(name, 0, name.length)
    assert(key(digest))
    Vectors.hex(digest.result)
  }

  test("the digests of the README") {
    assert(digest("demo")(_.int(123)) === "595a7b63eb185dbebd842553a44802b1a30ec159")
    assert(digest("premium")(
      _.text("id123".getBytes, 0, 5)) === "b969287beff51faf364bb09c7b946a19844a464b")
    assert(digest("")(_.text(Array(), 0, 0)) === "b2afadd73b9922f395573a52e7032b7597ff8c3e")
    assert(digest("")(_.int(-1)) === "d943ab3514038a3c02fd973a50aa7133e3f400f0")
  }
}

private object DigestSuite {
  val AllLengths = "0ded1163ef412848294322127226f74f44638956"
}
