package sparkwire.fuzz

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** A function of text, which takes the bytes as a STRING, whether or not they are UTF-8. */
private[fuzz] final class TextCall(name: String, texts: => Seq[String])
    extends FuzzedCall(name, "") {
  override def known: Seq[Array[Byte]] =
    texts.map(_.getBytes(UTF_8)) ++ texts.map(text => (text + "}").getBytes(UTF_8))
  override protected def inputType: DataType = StringType
  override def row(bytes: Array[Byte]): InternalRow = InternalRow(UTF8String.fromBytes(bytes))

  // The tokens of JSON; each path has the positions of the tokens around it.
  override def fieldsOf(bytes: Array[Byte]): Seq[Anatomy.Field] = {
    var around = List.empty[Int]
    for (token <- TextCall.Token.findAllIn(new String(bytes, UTF_8)).toSeq) yield {
      if (token == "]" || token == "}") around = around.drop(1)
      val path = around.reverse.map(position => s"[$position]").mkString
      token match {
        case "[" | "{" => around = 0 :: around
        case "," => around = around.headOption.map(_ + 1).toList ++ around.drop(1)
        case _ => ()
      }
      val kind = if (token.startsWith("\"")) "text" else if (token.length > 1) "word" else "mark"
      Anatomy.Field(token.getBytes(UTF_8), path, kind, "")
    }
  }
}

private object TextCall {
  private val Token = "(?s)\"(?:[^\"\\\\]|\\\\.)*\"?|[-+.\\w]+|\\s+|.".r
}
