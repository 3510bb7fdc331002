import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

import sbt._
import sjsonnew.shaded.scalajson.ast.unsafe._
import sjsonnew.support.scalajson.unsafe.PrettyPrinter

/** The component that the bill of materials describes. */
final case class SbomInput(group: String, name: String, version: String, description: String)

/** Writes the bill of materials of the jar in CycloneDX 1.6. It contains no times and no paths, so
  * the same sources give the same bytes.
  */
object Sbom {

  def write(of: SbomInput, wire: UpdateReport, folder: File): File = {
    val packed = KafkaDefinitions.packedArtifacts(wire).toSeq.map { artifact =>
      component(
        Module("org.apache.kafka", artifact.name, artifact.version, Some(artifact.jar)), PackedData)
    }
    val provided = Dependencies.provided.map { module =>
      component(Module(module.organization, crossName(module), module.revision, None), BySpark)
    }
    val inside = wire.matching(
      moduleFilter(Dependencies.yaml.organization, Dependencies.yaml.name)).map { jar =>
      val module = Dependencies.yaml
      component(Module(module.organization, module.name, module.revision, Some(jar)), Inside)
    }.distinct
    val components = (packed ++ inside ++ provided).sortBy(_.purl)
    val file = folder / s"${of.name}.cdx.json"
    IO.write(file, PrettyPrinter(document(of, components)) + "\n", UTF_8)
    file
  }

  private final case class Module(group: String, name: String, version: String, jar: Option[File])
  private final case class Component(purl: String, json: JObject)

  private val PackedData =
    "definitions of messages are packed into the jar as data; no class of it"
  private val Inside = "classes are in the jar, under the name sparkwire.shaded.snakeyaml"
  private val BySpark = "not in the jar: on the class path of every supported Spark"

  private def crossName(module: ModuleID): String =
    if (module.crossVersion == CrossVersion.disabled) module.name else s"${module.name}_2.13"

  private def purl(group: String, name: String, version: String): String =
    s"pkg:maven/$group/$name@$version"

  private def component(module: Module, use: String): Component = {
    val url = purl(module.group, module.name, module.version)
    val hashes = module.jar.toSeq.map(jar =>
      obj("alg" -> text("SHA-256"), "content" -> text(Hash.toHex(sha256(jar)))))
    val licence = if (module.jar.isDefined) Seq("licenses" -> apache) else Nil
    val fields = Seq(
      "type" -> text("library"),
      "bom-ref" -> text(url),
      "group" -> text(module.group),
      "name" -> text(module.name),
      "version" -> text(module.version),
      "scope" -> text("required")
    ) ++ (if (hashes.isEmpty) Nil else Seq("hashes" -> array(hashes))) ++ licence ++ Seq(
      "purl" -> text(url),
      "properties" -> array(Seq(obj("name" -> text("sparkwire:use"), "value" -> text(use)))))
    Component(url, obj(fields: _*))
  }

  private def sha256(file: File): Array[Byte] =
    java.security.MessageDigest.getInstance("SHA-256").digest(IO.readBytes(file))

  private def document(of: SbomInput, components: Seq[Component]): JValue = {
    val self = purl(of.group, of.name, of.version)
    val listed = components.map(_.json)
    obj(
      "bomFormat" -> text("CycloneDX"),
      "specVersion" -> text("1.6"),
      "serialNumber" -> text(
        s"urn:uuid:${UUID.nameUUIDFromBytes((self +: components.map(_.purl)).mkString("\n").getBytes(UTF_8))}"),
      "version" -> JNumber("1"),
      "metadata" -> obj("component" -> obj(
        "type" -> text("library"),
        "bom-ref" -> text(self),
        "group" -> text(of.group),
        "name" -> text(of.name),
        "version" -> text(of.version),
        "description" -> text(of.description),
        "licenses" -> apache,
        "purl" -> text(
          self)
      )),
      "components" -> array(listed),
      "dependencies" -> array(
        obj("ref" -> text(self), "dependsOn" -> array(components.map(one => text(one.purl)))) +:
          components.map(one => obj("ref" -> text(one.purl))))
    )
  }

  private val apache: JValue = array(Seq(obj("license" -> obj("id" -> text("Apache-2.0")))))

  private def text(value: String): JValue = JString(value)
  private def array(values: Seq[JValue]): JValue = JArray(values.toArray)
  private def obj(fields: (String, JValue)*): JObject =
    JObject(fields.map { case (name, value) => JField(name, value) }.toArray)
}
