import Dependencies._

ThisBuild / scalaVersion := scala
Release.about
ThisBuild / semanticdbEnabled := true
ThisBuild / semanticdbVersion := scalafixSemanticdb.revision
// Two JVMs of tests at a time, so that two cores and a few GiB are enough.
Global / concurrentRestrictions := Seq(
  Tags.limitAll(2), Tags.limit(Tags.ForkedTestGroup, 2), Tags.exclusiveGroup(Tags.Clean))

val house = Seq(
  scalacOptions ++= Seq("-release", "17", "-deprecation", "-feature", "-unchecked", "-Xlint",
    "-Wdead-code", "-Wunused", "-Wvalue-discard", "-Werror"),
  // `lint` compiles without -Werror. What is compiled without a warning needs no second time.
  Compile / incOptions ~= (_.withIgnoredScalacOptions(Array("-Werror"))),
  Test / incOptions ~= (_.withIgnoredScalacOptions(Array("-Werror"))),
  javacOptions ++= Seq("--release", "17", "-Xlint:all,-processing", "-Werror"),
  Test / fork := true,
  Test / baseDirectory := (ThisBuild / baseDirectory).value,
  Test / testOptions += Tests.Argument(TestFrameworks.ScalaTest, "-oD"),
  libraryDependencies ++= tests
) ++ DependencyLock.settings

// The packages that Spark needs on Java 17 if its own scripts do not start it.
val opens = Seq("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net",
  "java.nio", "java.util",
  "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch", "sun.nio.cs",
  "sun.security.action",
  "sun.util.calendar", "jdk.internal.ref")
  .flatMap(name => Seq("--add-opens", s"java.base/$name=ALL-UNNAMED"))

// Suites that take half of the time of all, and have a JVM of their own. If the two JVMs of a run end
// minutes apart, move a package.
val HalfOfSuites = Seq(
  "DeepNesting", "ExecutorMemory", "execution.", "files.", "linkage.", "optimizer.", "queries.")
  .map("sparkwire." + _)

val fuzzClassPath = taskKey[String]("what a fuzzer is started with")

// The further packages that an Ignite node needs on Java 17.
val nodeOpens = Seq("java.base/jdk.internal.access", "java.base/jdk.internal.misc",
  "java.base/java.math", "java.base/java.text", "java.base/java.time",
  "java.base/java.util.concurrent.locks", "java.base/sun.reflect.generics.reflectiveObjects",
  "java.management/com.sun.jmx.mbeanserver", "java.management/sun.management",
  "java.sql/java.sql", "jdk.internal.jvmstat/sun.jvmstat.monitor",
  "jdk.management/com.sun.management.internal")
  .flatMap(name => Seq("--add-opens", s"$name=ALL-UNNAMED"))

lazy val wire = (project in file("jvm/wire"))
  .configs(KafkaDefinitions.Releases: _*)
  .settings(house)
  .settings(
    name := "sparkwire-wire",
    // The jar of `spark` contains these classes.
    publish / skip := true,
    libraryDependencies ++= Seq(
      avroModel % Provided, json % Provided, yaml, msgpackCore % Test, ignite % Test),
    Test / javaOptions ++= opens ++ nodeOpens,
    libraryDependencies ++= codecs.map(_ % Provided) ++ kafkaDefinitions ++
      kafkaClasses.map(_ % Test) ++ kafkaWriters,
    ivyConfigurations ++= KafkaDefinitions.Releases,
    Compile / resourceGenerators += Def.task {
      val releases = KafkaDefinitions.artifacts(update.value)
      val packed =
        (Compile / resourceManaged).value / "sparkwire" / "wire" / "kafka" / "definitions.gz"
      val write = FileFunction.cached(streams.value.cacheDirectory / "kafka-definitions") { _ =>
        Set(KafkaDefinitions.pack(releases, packed))
      }
      write(releases.flatten.map(_.jar).toSet).toSeq
    }.taskValue,
    // Tests load the classes of older releases from their jars, which cannot be on one class path.
    Test / resourceGenerators += Def.task {
      val list = (Test / resourceManaged).value / "kafka-releases.txt"
      val releases = KafkaDefinitions.artifacts(update.value)
      IO.writeLines(
        list, releases.map(_.map(_.jar.getAbsolutePath).mkString(java.io.File.pathSeparator)))
      Seq(list)
    }.taskValue,
    // Readers do not depend on Spark: the build fails if it is on their class path.
    Compile / compile := {
      val found =
        (Compile / dependencyClasspath).value.map(_.data.getName).filter(_.startsWith("spark-"))
      if (found.nonEmpty)
        sys.error(s"wire must not see Spark, but its class path has ${found.mkString(", ")}")
      (Compile / compile).value
    }
  )

lazy val spark = (project in file("jvm/spark"))
  .dependsOn(wire % "compile->compile;test->test")
  .settings(house)
  .settings(
    name := "sparkwire",
    compileOrder := CompileOrder.JavaThenScala,
    // The layouts that everybody may use by their names, and a list of the names.
    Compile / resourceGenerators += Def.task {
      val to = (Compile / resourceManaged).value / "sparkwire" / "layouts"
      val files = ((ThisBuild / baseDirectory).value / "docs" / "layouts" * "*.ksy").get().sorted
      val names = to / "names.txt"
      IO.writeLines(names, files.map(_.base))
      IO.copy(files.map(file => file -> to / file.name)).toSeq :+ names
    }.taskValue,
    libraryDependencies ++= Seq(sparkSql % Provided, sparkAvro % Test, jazzer, igniteSql % Test),
    // Most tests here run a query once: without the second of the JIT compilers, they take 0.6 of
    // the CPU time. Tests of wire and fuzzing have both.
    Test / javaOptions ++= opens ++ nodeOpens ++ Seq("-XX:TieredStopAtLevel=1",
      "-Xmx2g", "-Dspark.ui.enabled=false", "-Duser.timezone=UTC"),
    Test / testGrouping := {
      val (half, others) = (Test / definedTests).value.partition(test =>
        HalfOfSuites.exists(test.name.startsWith(_)))
      val options = (Test / forkOptions).value
      Seq("half" -> half, "others" -> others).map { case (name, tests) =>
        Tests.Group(name, tests, Tests.SubProcess(options))
      }
    },
    Test / fuzzClassPath := (Test / fullClasspath).value.map(_.data).mkString(":"),
    assembly / assemblyJarName := s"sparkwire_${scalaBinaryVersion.value}-${version.value}.jar",
    assembly / assemblyOutputPath := target.value / (assembly / assemblyJarName).value,
    assembly / assemblyOption ~= (_.withIncludeScala(false)),
    // Spark has this library only beside Kubernetes, in a version of its own.
    assembly / assemblyShadeRules := Seq(
      ShadeRule.rename("org.snakeyaml.engine.**" -> "sparkwire.shaded.snakeyaml.@1").inAll),
    assembly / test := {}
  )
  .settings(Release.settings(wire))

lazy val bench = (project in file("jvm/bench"))
  .dependsOn(wire, spark)
  .enablePlugins(JmhPlugin)
  .settings(house)
  .settings(
    name := "sparkwire-bench",
    publish / skip := true,
    // What others add to the comparison is in a folder of its own.
    Compile / unmanagedSourceDirectories += baseDirectory.value / "rivals",
    Compile / run / fork := true,
    Compile / run / javaOptions ++= opens :+ "-Xmx3g",
    // The code that JMH generates does not follow our rules.
    javacOptions --= Seq("-Xlint:all", "-Werror"),
    libraryDependencies ++= Seq(sparkSql, sparkAvro, msgpackCore, msgpackJackson, ignite) ++
      kafkaClasses
  )

lazy val root = (project in file("."))
  .aggregate(wire, spark, bench)
  .settings(publish / skip := true, crossScalaVersions := Nil)

// jvm/spark/target/sparkwire_2.13-<version>.jar; a source install of the Python package links to it.
addCommandAlias("jar", "spark/assembly")
// Compiles first, so that a warning is an error.
addCommandAlias(
  "lint",
  "checkDependencies; scalafmtSbtCheck; scalafmtCheckAll; Test/compile; scalafixAll --check")
addCommandAlias("lock", "lockDependencies")
addCommandAlias("format", "scalafixAll; scalafmtAll; scalafmtSbt")
