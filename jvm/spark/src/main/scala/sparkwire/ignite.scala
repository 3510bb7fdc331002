package sparkwire

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.{col, when}

import sparkwire.functions.ignite_types
import sparkwire.wire.ignite.Ignite

import com.fasterxml.jackson.databind.ObjectMapper

/** The knowledge of a cluster of Apache Ignite about its types, for the option `types` of its
  * functions.
  */
object ignite {
  private val mapper = new ObjectMapper

  /** The content of one file.
    *
    * @param types
    *   descriptions of types as a JSON array
    */
  private final case class Said(path: String, typeId: Int, isName: Boolean, types: String)

  /** Reads the types that nodes keep on disk, or that a dump has: the files
    * `binary_meta/<node>/<type id>.bin`, and for classes that these do not describe the names in
    * `marshaller/<type id>.classname0`.
    *
    * @param paths
    *   the files, their folders or folders above them. The descriptions of several nodes are merged
    * @throws IllegalArgumentException
    *   if two files contradict each other
    */
  def typesFromMetadata(session: SparkSession, paths: String*): String = {
    val found = session.read.format("binaryFile").option("recursiveFileLookup", "true")
      .option("pathGlobFilter", "{-,}[0-9]*.{bin,classname0,classname1}").load(paths: _*)
      .where(col("path").rlike("/-?[0-9]+[.](bin|classname[01])$"))
      .select(col("path"),
        when(col("path").endsWith(".bin"), ignite_types(col("content")))
          .otherwise(col("content").cast("string")))
      .orderBy("path").collect().toSeq
      .map(row => saidBy(row.getString(0), row.getString(1)))
    val (names, described) = found.partition(_.isName)
    val known = described.map(_.typeId).toSet
    val all = described.distinctBy(_.types) ++
      names.filterNot(name => known(name.typeId)).distinctBy(_.typeId)
    val merged = merge(all)
    Ignite.Types.whyNot(merged).foreach { why =>
      // The first file that does not fit the files before it.
      val guilty = all.inits.toSeq.reverse.drop(1)
        .find(some => Ignite.Types.whyNot(merge(some)).isDefined).get.last
      throw new IllegalArgumentException(
        s"${guilty.path} contradicts another file about the type ${guilty.typeId}: $why")
    }
    merged
  }

  private def merge(all: Seq[Said]): String =
    all.map(_.types.stripPrefix("[").stripSuffix("]")).mkString("[", ",", "]")

  private def saidBy(path: String, text: String): Said = {
    val typeId = path.split('/').last.takeWhile(_ != '.').toInt
    if (path.endsWith(".bin")) Said(path, typeId, isName = false, text)
    else {
      val named = mapper.createObjectNode().put("type_name", text).put("type_id", typeId)
      Said(path, typeId, isName = true, s"[$named]")
    }
  }
}
