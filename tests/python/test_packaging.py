"""What a release needs beside jar and wheel: the workflow, the recipe of conda-forge, the image."""

import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest
import rattler_build

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "project" / "packaging"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
IMAGE = PACKAGING / "container" / "Dockerfile"
FUZZ = PACKAGING / "oss-fuzz"
BIN = Path(sys.executable).parent


def run(*command, **environment):
    """Run a command of this environment; return its exit code and output."""
    done = subprocess.run(
        command,
        env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def changed(tmp_path, file, old, new):
    """Return a copy of a file with a change."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    copy = tmp_path / file.name
    copy.write_text(text.replace(old, new), encoding="utf-8")
    return copy


class TestWorkflow:
    def schema(self, file):
        return run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", file)

    def audit(self, file):
        return run("zizmor", "--offline", "--persona", "pedantic", "--no-progress", file)

    def test_is_one_that_its_linters_accept(self):
        assert self.schema(WORKFLOW)[0] == 0, self.schema(WORKFLOW)[1]
        assert self.audit(WORKFLOW)[0] == 0, self.audit(WORKFLOW)[1]

    def test_mistakes_are_found(self, tmp_path):
        code, said = self.schema(changed(tmp_path, WORKFLOW, "runs-on:", "runs:"))
        assert (code, "runs" in said) == (1, True)
        unpinned = changed(tmp_path, WORKFLOW, "@3d3c42e5aac5ba805825da76410c181273ba90b1", "@main")
        code, said = self.audit(unpinned)
        assert code != 0
        assert "unpinned-uses" in said

    def test_only_the_job_that_uploads_has_the_identity(self):
        text = WORKFLOW.read_text(encoding="utf-8")
        jobs = dict(
            re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", text.split("\njobs:\n")[1], re.MULTILINE)
        )
        assert set(jobs) == {"build", "python", "maven", "announce"}
        assert [name for name, job in jobs.items() if "id-token: write" in job] == ["python"]
        assert "password" not in jobs["python"].lower().replace("no password", "")

    def test_calls_what_exists(self):
        text = WORKFLOW.read_text(encoding="utf-8")
        called = re.findall(r"\bproject/[\w/.-]+", text)
        assert "project/packaging/maven-bundle" in called
        assert [name for name in called if not (ROOT / name).is_file()] == []
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.findall(r"\bmake ([\w-]+)", text) == ["release-dry"]
        assert re.search(r"^release-dry:", makefile, re.MULTILINE)


class TestMavenBundle:
    def test_has_the_files_of_the_version_and_no_metadata(self, tmp_path):
        folder = "io/sparkwire/sparkwire_2.13/0.1.0"
        root = tmp_path / "root"
        script = root / "project" / "packaging" / "maven-bundle"
        script.parent.mkdir(parents=True)
        script.write_bytes((PACKAGING / "maven-bundle").read_bytes())
        archive = tmp_path / "maven.tar.gz"
        with tarfile.open(archive, "w:gz") as out:
            for name in (
                f"{folder}/a.jar",
                f"{folder}/a.jar.asc",
                "io/sparkwire/maven-metadata.xml",
            ):
                file = tmp_path / "staged" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(name)
                out.add(file, f"./{name}")
        assert run("bash", script, archive) == (0, "")
        there = root / "target" / "sona-staging"
        found = {str(file.relative_to(there)) for file in there.rglob("*") if file.is_file()}
        assert found == {f"{folder}/a.jar", f"{folder}/a.jar.asc"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The sdist, as a release has it."""
    folder = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder]
    code, said = run(*build, ROOT / "python")
    assert code == 0, said
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


@pytest.fixture(scope="module")
def recipe(sdist):
    """The recipe, as conda-forge's own tool renders it."""
    code, said = run(sys.executable, PACKAGING / "conda" / "recipe.py", sdist)
    assert code == 0, said
    assert "@" not in re.sub(r"#.*", "", said)
    variants = rattler_build.VariantConfig({"python_min": ["3.10"]})
    (rendered,) = rattler_build.Stage0Recipe.from_yaml(said).render(
        variants, rattler_build.RenderConfig()
    )
    return rendered.recipe.to_dict()


class TestRecipe:
    def test_agrees_with_the_sdist(self, recipe, sdist):
        version = sdist.name.removeprefix("sparkwire-").removesuffix(".tar.gz")
        assert recipe["package"] == {"name": "sparkwire", "version": version}
        (source,) = recipe["source"]
        assert source["url"].endswith(f"/releases/download/v{version}/{sdist.name}")
        assert source["sha256"] == hashlib.sha256(sdist.read_bytes()).hexdigest()
        assert recipe["requirements"]["run"] == ["python >=3.10", "rich >=13"]
        project = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
        assert "sparkwire = sparkwire.cli:main" in recipe["build"]["python"]["entry_points"]
        assert 'sparkwire = "sparkwire.cli:main"' in project
        assert (
            f'spark = ["{recipe["requirements"]["run_constraints"][0].replace(" ", "")}"]'
            in project
        )

    def test_builds_and_passes_its_own_tests(self, recipe, sdist, tmp_path):
        """Its script and the commands of its tests, in an environment instead of conda's."""
        venv.create(tmp_path / "env", with_pip=True)
        python = tmp_path / "env" / "bin" / "python"
        # The packages that conda would install: of the running environment.
        there = sysconfig.get_path("purelib", "venv", {"base": str(tmp_path / "env")})
        here = [path for path in sys.path if path.endswith("site-packages")]
        (Path(there) / "beside.pth").write_text("\n".join(here))
        with tarfile.open(sdist) as archive:
            archive.extractall(tmp_path, filter="data")
        script = recipe["build"]["script"].replace("${{ PYTHON }}", str(python))
        folder = tmp_path / sdist.name.removesuffix(".tar.gz")
        code, said = run("bash", "-euc", f"cd {folder}; {script}", SPARKWIRE_JAR="", PYTHONPATH="")
        assert code == 0, said
        assert (Path(there) / "sparkwire" / "__init__.py").is_file()
        path = f"{python.parent}:{os.environ['PATH']}"
        for test in recipe["tests"]:
            imports = [f"import {name}" for name in test.get("python", {}).get("imports", [])]
            commands = [f"python -c '{line}'" for line in imports] + test.get("script", [])
            assert commands
            for command in commands:
                code, said = run(
                    "bash", "-euc", f"cd {tmp_path}; {command}", PATH=path, PYTHONPATH=""
                )
                assert code == 0, f"{command}: {said}"


class TestImages:
    @pytest.mark.parametrize("file", [IMAGE, FUZZ / "Dockerfile"], ids=["try", "oss-fuzz"])
    def test_is_one_that_the_linter_accepts(self, file):
        code, said = run("hadolint", "--no-color", *self.ignored(file), file)
        assert code == 0, said

    def ignored(self, file):
        """Rules that submissions to OSS-Fuzz break: the newest tools, the user of its image."""
        rules = ["DL3002", "DL3008", "DL3009", "DL3045"] if file.parent == FUZZ else []
        return [word for rule in rules for word in ("--ignore", rule)]

    def test_mistakes_are_found(self, tmp_path):
        code, said = run("hadolint", "--no-color", changed(tmp_path, IMAGE, "--yes ", ""))
        assert (code, "DL3014" in said) == (1, True)

    def test_java_is_one_that_spark_runs_on(self):
        assert "openjdk-17-jre-headless" in IMAGE.read_text(encoding="utf-8")


class TestOssFuzz:
    def test_project(self):
        text = (FUZZ / "project.yaml").read_text(encoding="utf-8")
        fields = dict(re.findall(r'^(\w+): "?([^"\n]*)"?$', text, re.MULTILINE))
        source = re.search(
            r'^Source = "(.*)"$', (ROOT / "python/pyproject.toml").read_text(), re.MULTILINE
        )[1]
        assert fields["language"] == "jvm"
        assert fields["main_repo"] == source
        assert {"homepage", "primary_contact"} <= set(fields)
        assert f"git clone --depth 1 {source}" in (FUZZ / "Dockerfile").read_text(encoding="utf-8")

    @pytest.mark.parametrize("name", ["build.sh", "driver", "run"])
    def test_scripts_are_programs(self, name):
        assert os.access(FUZZ / name, os.X_OK)
        assert run("bash", "-n", FUZZ / name) == (0, "")
