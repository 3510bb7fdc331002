import scala.xml.{Elem, Node, NodeSeq}
import scala.xml.transform.{RewriteRule, RuleTransformer}

import sbt._
import sbt.Keys._
import sbtassembly.AssemblyPlugin.autoImport._

/** The published artifacts: the jar with its POM, sources, documentation and bill of materials. */
object Release {

  /** The folder that `publish` writes a Maven repository into; `project/release` names it. */
  private def repository: File = file(sys.env.getOrElse("SPARKWIRE_STAGING", "dist/maven"))

  val about: Seq[Setting[_]] = Seq(
    ThisBuild / organization := "io.sparkwire",
    ThisBuild / organizationName := "The Sparkwire authors",
    ThisBuild / version := ProjectFile.value("version"),
    ThisBuild / description := ProjectFile.value("description"),
    ThisBuild / homepage := Some(url(ProjectFile.value("Homepage"))),
    ThisBuild / licenses := Seq(License.Apache2),
    ThisBuild / scmInfo := Some(
      ScmInfo(
        url(ProjectFile.value("Source")),
        s"scm:git:${ProjectFile.value("Source")}.git")),
    ThisBuild / developers := List(
      Developer(
        "sparkwire", "The Sparkwire authors", "", url(ProjectFile.value("Homepage")))),
    ThisBuild / versionScheme := Some("early-semver")
  )

  private val billOfMaterials = taskKey[File]("what the jar holds and needs, as CycloneDX JSON")
  private val licenceFiles = Seq("LICENSE", "NOTICE")

  /** @param wire
    *   the project whose classes the jar contains as well
    */
  def settings(wire: Project): Seq[Setting[_]] = Seq(
    publishTo := Some(MavenCache("staging", repository)),
    publishMavenStyle := true,
    pomIncludeRepository := (_ => false),
    pomPostProcess := onlySpark,
    billOfMaterials := Sbom.write(
      SbomInput(
        organization.value, s"${name.value}_${scalaBinaryVersion.value}", version.value,
        description.value),
      (wire / update).value, (Compile / resourceManaged).value / "META-INF" / "sbom"),
    Compile / resourceGenerators += Def.task {
      val root = (ThisBuild / baseDirectory).value
      val metaInf = (Compile / resourceManaged).value / "META-INF"
      val copies = licenceFiles.map(file => root / file -> metaInf / file)
      IO.copy(copies)
      copies.map(_._2) :+ billOfMaterials.value
    }.taskValue,
    // Otherwise they would be renamed, like the licence files of other jars.
    assembly / assemblyMergeStrategy := {
      val others = (assembly / assemblyMergeStrategy).value
      path =>
        if (licenceFiles.contains(path.stripPrefix("META-INF/"))) MergeStrategy.first
        // With the module name of a library that it contains, the jar would be this module.
        else if (path == "module-info.class") MergeStrategy.discard
        else others(path)
    },
    // Publishes the assembled jar, which is the one that users get.
    Compile / packageBin / packagedArtifact :=
      (Compile / packageBin / artifact).value -> assembly.value,
    Compile / packageSrc / mappings ++= (wire / Compile / packageSrc / mappings).value,
    Compile / packageDoc / mappings ++= licences((ThisBuild / baseDirectory).value),
    // Only packages that users may call are documented; the others may change with any version.
    Compile / doc / scalacOptions := Seq(
      "-doc-title", "Sparkwire", "-doc-version", version.value, "-no-link-warnings",
      "-skip-packages", hidden.mkString(":"), "-release", "17"),
    // Scaladoc cannot read a Java class from its source if its superclass is private in Scala.
    Compile / doc / sources := (Compile / doc / sources).value.filter(_.getName.endsWith(".scala")),
    Compile / doc / dependencyClasspath += Def.task {
      val _ = (Compile / compile).value
      Attributed.blank((Compile / classDirectory).value)
    }.value
  ) ++ addArtifact(
    Def.setting(
      Artifact(name.value, "bom", "json").withClassifier(Some("cyclonedx"))),
    billOfMaterials)

  private val hidden =
    Seq("catalog", "errors", "execution", "expressions", "fast", "files", "linkage", "optimizer",
      "rows", "wire").map("sparkwire." + _) :+ "org"

  private def licences(root: File): Seq[(File, String)] =
    licenceFiles.map(name => root / name -> s"META-INF/$name")

  /** Keeps only Spark among the dependencies of the POM. The jar contains the others or finds them
    * with Spark, which also brings Scala.
    */
  private def onlySpark(pom: Node): Node = new RuleTransformer(
    new RewriteRule {
      override def transform(node: Node): NodeSeq = node match {
        case dependency: Elem if dependency.label == "dependency" && !isSpark(dependency) =>
          NodeSeq.Empty
        case other => other
      }
    }).transform(pom).head

  private def isSpark(dependency: Elem): Boolean =
    (dependency \ "scope").text == "provided" && (dependency \ "groupId").text == "org.apache.spark"
}
