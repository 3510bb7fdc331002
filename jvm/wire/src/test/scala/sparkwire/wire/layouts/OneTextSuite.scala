package sparkwire.wire.layouts

import sparkwire.wire.layouts.text.OneText

import org.scalatest.funsuite.AnyFunSuite

/** Puts a layout and the files that it imports together. */
class OneTextSuite extends AnyFunSuite {
  private def text(files: (String, String)*)(first: String): String =
    OneText.of(first, files.toMap.get)

  private def importing(names: String): String = s"{meta: {id: x, imports: [$names]}, seq: []}"
  private val plain = "{meta: {id: y}, seq: [{id: n, type: u1}]}"

  test("without imports, the text of the file to the letter") {
    assert(text("/a/x.ksy" -> s"# why\n$plain\n")("/a/x.ksy") === s"# why\n$plain\n")
    assert(text("x" -> plain)("x") === plain)
  }

  test("an import is relative to the file that names it") {
    for (name <- Seq("y", "./y", "../b/y"))
      assert(text("/b/x.ksy" -> importing(name), "/b/y.ksy" -> plain)("/b/x.ksy").contains("root"))
    val chain = text(
      "/a/x.ksy" -> importing("sub/z"), "/a/sub/z.ksy" -> importing("y").replace("id: x", "id: z"),
      "/a/sub/y.ksy" -> plain)("/a/x.ksy")
    assert(chain.contains("\"y\"") && chain.contains("\"z\"") && !chain.contains("imports"))
  }

  test("an import that begins with / is in the nearest folder above that has it") {
    val files =
      Seq("/l/shop/x.ksy" -> importing("/common/y"), "/l/common/y.ksy" -> plain,
        "/common/y.ksy" -> "{no layout")
    assert(text(files: _*)("/l/shop/x.ksy").contains("\"y\""))
  }

  test("what is missing, and what is not YAML, is named") {
    def why(files: (String, String)*)(first: String) =
      intercept[BadLayout](text(files: _*)(first)).getMessage
    assert(why()("/a/x.ksy") === "there is no file /a/x.ksy")
    assert(why("/a/x.ksy" -> importing("b/y"))("/a/x.ksy") ===
      "/meta/imports: there is no file /a/b/y.ksy")
    assert(
      why("/a/x.ksy" -> importing("y"), "/a/y.ksy" -> "{seq: [}")("/a/x.ksy").contains(
        "(in /a/y.ksy)"))
  }
}
