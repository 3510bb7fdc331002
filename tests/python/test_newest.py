"""`make newest`: what it asks, how it compares, and what it makes of the output of tests.

Maven and pip are asked for real, in a folder that stands for a registry.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "newest"))

import newest  # noqa: E402
import registries  # noqa: E402
from trials import TRIALS, Peer, Trial  # noqa: E402

METADATA = """<metadata><groupId>{0}</groupId><artifactId>{1}</artifactId><versioning>
<versions>{2}</versions></versioning></metadata>
"""
PINS = """
  val peer = "org.example.newest" % "peer-core" % "2.17.0"
  val other = "org.example.newest" % "peer-sql" % "2.17.0"
"""
ARTIFACT = "org.example.newest:peer-core"


@pytest.fixture
def repository(tmp_path):
    """A Maven repository with an artifact."""

    def publish(name, *versions):
        folder = tmp_path / "maven" / "org/example/newest" / name
        folder.mkdir(parents=True)
        listed = "".join(f"<version>{one}</version>" for one in versions)
        (folder / "maven-metadata.xml").write_text(
            METADATA.format("org.example.newest", name, listed)
        )

    publish("peer-core", "2.9.0", "2.17.0", "2.18.0", "2.19.0-rc1", "2.19.0-beta-2", "3.1.0")
    publish("peer-sql", "2.9.0", "2.17.0")
    return (tmp_path / "maven").as_uri()


@pytest.fixture
def index(tmp_path, monkeypatch):
    """An index of packages, which pip's own configuration names."""
    folder = tmp_path / "index" / "peer-package"
    folder.mkdir(parents=True)
    versions = ["4.0.5", "4.0.10", "4.1.0", "4.2.0.dev1", "4.2.0rc1"]
    links = "".join(
        f'<a href="peer_package-{one}-py3-none-any.whl">peer_package-{one}-py3-none-any.whl</a>'
        for one in versions
    )
    (folder / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>")
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "index").as_uri())


@pytest.fixture
def build(tmp_path):
    """A build with versions of peers in two files."""
    root = tmp_path / "build"
    root.mkdir()
    (root / "Peers.scala").write_text(PINS)
    (root / "run.py").write_text('VERSIONS = ["4.0.5", "4.1.0"]\n')
    return root


def peer(name="peer-core", pin=r'"peer-core" % "(?P<version>[^"]+)"'):
    return Peer(f"org.example.newest:{name}", "Peers.scala", pin)


def package(minor):
    return Peer(f"peer-package {minor}", "run.py", rf'"(?P<version>{minor}\.\d+)"')


class TestAsking:
    def test_an_artifact(self, repository, tmp_path):
        asked = [
            registries.Artifact("org.example.newest", name, "2.17.0")
            for name in ("peer-core", "peer-sql")
        ]
        found = registries.newest_artifacts(asked, tmp_path / "asked", repository)
        # Neither the next major version nor one that is not finished.
        assert found == {ARTIFACT: "2.18.0", "org.example.newest:peer-sql": "2.17.0"}

    def test_a_repository_that_is_not_there(self, tmp_path):
        asked = [registries.Artifact("org.example.newest", "gone", "1.0")]
        missing = (tmp_path / "nothing").as_uri()
        with pytest.raises(
            RuntimeError, match=r"no repository of Maven lists org\.example\.newest:gone"
        ):
            registries.newest_artifacts(asked, tmp_path / "asked", missing)

    @pytest.mark.usefixtures("index")
    def test_a_package(self):
        assert registries.versions_of_package("peer-package") == ["4.1.0", "4.0.10", "4.0.5"]

    @pytest.mark.usefixtures("index")
    def test_a_package_that_is_not_there(self):
        with pytest.raises(RuntimeError, match="pip"):
            registries.versions_of_package("no-such-package")


class TestComparison:
    @pytest.mark.usefixtures("index")
    def test_table(self, repository, build):
        trials = {
            "peer": Trial([peer()], [["true"]]),
            "minors": Trial([package("4.0"), package("4.1")], [["true"]]),
        }
        found = newest.compare(trials, build, repository)
        results = {"peer": {"true": {"passed": 2, "failed": ["one: gone"], "seconds": 3}}}
        assert newest.table(found, results) == [
            "peer                          build   newest  trial",
            f"{ARTIFACT}  2.17.0  2.18.0  peer    newer",
            "peer-package 4.0              4.0.5   4.0.10  minors  newer",
            "peer-package 4.1              4.1.0   4.1.0   minors",
            "",
            "trial  passed  failed  seconds  command",
            "peer   2       1       3        true",
            "",
            "peer: one: gone",
        ]

    def test_numbers_are_compared_as_numbers(self):
        assert registries.number("4.0.10") > registries.number("4.0.9")


class TestPins:
    def test_every_peer_of_the_build_has_one_version(self):
        for name, trial in TRIALS.items():
            for one in trial.peers:
                assert registries.number(one.pinned(ROOT)), (name, one.name)

    def test_a_version_is_written_to_its_place(self, build):
        both = peer("peer-core", r'"peer-(?:core|sql)" % "(?P<version>[^"]+)"')
        peer().pin_to(build, "2.18.0")
        assert (build / "Peers.scala").read_text() == PINS.replace("2.17.0", "2.18.0", 1)
        with pytest.raises(ValueError, match=r"\['2.17.0', '2.18.0'\] as the version of"):
            both.pinned(build)
        both.pin_to(build, "2.19.0")
        assert (build / "Peers.scala").read_text() == PINS.replace("2.17.0", "2.19.0")

    def test_a_pin_that_is_gone(self, build):
        with pytest.raises(ValueError, match=r"Peers.scala has \[\] as the version of"):
            peer(pin=r'"gone" % "(?P<version>.+)"').pinned(build)

    def test_commands_name_what_exists(self):
        """Suites and files of tests that a trial would run."""
        suites = [file.stem for file in ROOT.glob("jvm/*/src/test/**/*Suite.scala")]
        for name, trial in TRIALS.items():
            for file, pattern, _ in trial.changes:
                assert (ROOT / file).read_text().count(pattern) == 1, (name, file)
            for word in (word for command in trial.commands for word in command):
                if word.endswith(".py"):
                    assert (ROOT / word).is_file(), (name, word)
                for pattern in word.split()[1:] if "/testOnly " in word else []:
                    if pattern.startswith("sparkwire."):
                        folder = pattern.removesuffix(".*").replace(".", "/")
                        assert list(ROOT.glob(f"jvm/*/src/test/scala/{folder}")), (name, pattern)
                    else:
                        assert any(Path(f"{one}").match(pattern) for one in suites), (name, pattern)


class TestRuns:
    @pytest.fixture
    def home(self, tmp_path, build, monkeypatch):
        """A repository of Git with the build, in which a trial runs."""
        monkeypatch.setattr(newest, "ROOT", build)
        monkeypatch.setattr(newest, "FOLDER", tmp_path / "newest")
        monkeypatch.setattr(newest, "TREE", tmp_path / "newest" / "tree")
        self.commit(build)
        return tmp_path / "newest"

    def commit(self, build):
        git = ["git", "-C", str(build), "-c", "user.name=test", "-c", "user.email=test@example.org"]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "Peers.scala", "run.py"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "a build"], check=True)

    def test_a_command_sees_the_newest_version_and_runs_once(self, home, build):
        command = ["sh", "-c", "grep -o 2.18.0 Peers.scala; echo run >>../runs; echo 7 passed"]
        trial = Trial([peer()], [command], (("run.py", '"4.0.5", ', ""),))
        found = [newest.Found(peer(), "2.17.0", "2.18.0")]
        (first,) = newest.run(trial, found, {})
        (result,) = first.values()
        assert (result["passed"], result["failed"]) == (7, [])
        assert (home / "tree" / "run.py").read_text() == 'VERSIONS = ["4.1.0"]\n'
        # Nothing of it is in the build itself.
        assert (build / "Peers.scala").read_text() == PINS
        # A run that was stopped goes on: what has a result does not run again.
        assert list(newest.run(trial, found, json.loads(json.dumps(first)))) == [first]
        assert (home / "runs").read_text() == "run\n"
        list(newest.run(trial, [newest.Found(peer(), "2.17.0", "2.18.1")], first))
        self.commit(build)
        list(newest.run(trial, found, first))
        assert (home / "runs").read_text() == "run\n" * 3

    @pytest.mark.usefixtures("home")
    def test_each_result_is_given_before_the_next_command_runs(self):
        trial = Trial([peer()], [["sh", "-c", "echo 1 passed"], ["sh", "-c", "exit 3"]])
        results = newest.run(trial, [newest.Found(peer(), "2.17.0", "2.18.0")], {})
        assert [one["passed"] for one in next(results).values()] == [1]
        assert [one["failed"] for one in next(results).values()] == [[], ["it ended with 3"]]

    def test_a_change_that_does_not_fit(self, home):
        assert not home.exists()
        trial = Trial([peer()], [["true"]], (("run.py", "gone", ""),))
        with pytest.raises(ValueError, match=r"run.py has 0 times gone"):
            list(newest.run(trial, [newest.Found(peer(), "2.17.0", "2.18.0")], {}))

    @pytest.mark.parametrize(
        ("text", "code", "passed", "failed"),
        [
            ("[info] Tests: succeeded 541, failed 0, canceled 0\n", 0, 541, []),
            (
                "[info] - ids *** FAILED *** (8 ms)\n[info] Tests: succeeded 5, failed 1\n",
                1,
                5,
                ["[info] - ids *** FAILED *** (8 ms)"],
            ),
            (
                "FAILED tests/a.py::b - gone\n1 failed, 3 passed in 2 s\n",
                1,
                3,
                ["FAILED tests/a.py::b - gone"],
            ),
            ("    classic: FAILED a: b\n7 passed, 1 failed\n", 1, 7, ["classic: FAILED a: b"]),
            (
                "[info] - broken bytes (4 ms)\n[info] Tests: succeeded 5, failed 0\n",
                0,
                5,
                [],
            ),
            ("a: broken by crash-1\na: 20 s, {}\n", 1, 1, ["a: broken by crash-1"]),
            ("databus: 20 s, {'seconds': 20}\ncernan: 20 s, {}\n", 0, 2, []),
            ("[error] A.scala:1: type mismatch\n", 1, 0, ["[error] A.scala:1: type mismatch"]),
            ("", 3, 0, ["it ended with 3"]),
        ],
    )
    def test_output(self, text, code, passed, failed):
        assert newest.read(text, code) == {"passed": passed, "failed": failed}
