"""Layouts in files: `sparkwire.layout`, and the formats `layout:FILE` of the command line."""

import json

import pytest

import sparkwire
from sparkwire import InvalidCall, SetUpError, _jvm
from sparkwire.cli import main

NAME = "{seq: [{id: n, type: u1}, {id: name, type: str, size: n, encoding: ASCII}]}"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "name.ksy").write_text(f"# a comment\n{NAME}\n")
    (tmp_path / "names.ksy").write_text(
        "{meta: {id: names, imports: [name]}, seq: [{id: names, type: name, repeat: eos}]}"
    )
    (tmp_path / "names.bin").write_bytes(bytes.fromhex("0261620163"))
    return tmp_path


class TestLayout:
    def test_without_imports(self, folder):
        assert sparkwire.layout(folder / "name.ksy") == f"# a comment\n{NAME}\n"
        assert sparkwire.layout(str(folder / "name.ksy")) == f"# a comment\n{NAME}\n"

    def test_with_imports(self, folder):
        text = sparkwire.layout(folder / "names.ksy")
        assert "imports" not in text
        assert '"-spark": {"root": true}' in text

    def test_without_a_jvm(self, folder, monkeypatch):
        monkeypatch.setattr(_jvm, "is_available", lambda: False)
        assert sparkwire.layout(folder / "name.ksy")
        with pytest.raises(SetUpError, match=r"names\.ksy imports other layouts"):
            sparkwire.layout(folder / "names.ksy")

    @pytest.mark.parametrize(
        ("name", "content", "said"),
        [
            ("none.ksy", None, "none.ksy cannot be read: No such file"),
            ("latin.ksy", b"doc: \xe9", "latin.ksy is not a layout: it is not text in UTF-8"),
            ("far.ksy", b"{meta: {imports: [far/away]}}", "there is no file .*far/away.ksy"),
            ("yaml.ksy", b"{imports: ", "yaml.ksy"),
        ],
    )
    def test_what_is_wrong(self, tmp_path, name, content, said):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(InvalidCall, match=said):
            sparkwire.layout(tmp_path / name)


class TestCommandLine:
    def test_layout(self, folder, capsys):
        assert main(["layout", str(folder / "name.ksy")]) == 0
        ddl, *text = capsys.readouterr().out.splitlines()
        assert ddl == "STRUCT<n: SMALLINT, name: STRING>"
        assert text == ["# a comment", NAME]

    def test_parts(self, folder, capsys):
        assert main(["layout", "--ddl", str(folder / "names.ksy")]) == 0
        ddl = "STRUCT<names: ARRAY<STRUCT<n: SMALLINT, name: STRING>>>\n"
        assert capsys.readouterr().out == ddl
        assert main(["layout", "--text", str(folder / "name.ksy")]) == 0
        assert capsys.readouterr().out == f"# a comment\n{NAME}\n"

    def test_options(self, tmp_path, capsys):
        (tmp_path / "e.ksy").write_text("{seq: [{id: a, type: u1, enum: e}], enums: {e: {1: b}}}")
        assert main(["layout", "--ddl", str(tmp_path / "e.ksy"), "--option", "enums=number"]) == 0
        assert capsys.readouterr().out == "STRUCT<a: SMALLINT>\n"

    def test_dissect(self, folder, capsys):
        call = ["dissect", f"layout:{folder / 'names.ksy'}", str(folder / "names.bin")]
        assert main(call) == 0
        assert "names[1].name" in capsys.readouterr().out

    def test_decode(self, folder, capsys):
        call = ["decode", f"layout:{folder / 'name.ksy'}", str(folder / "names.bin"), "--all"]
        assert main(call) == 0
        rows = [json.loads(line)["layout"] for line in capsys.readouterr().out.splitlines()]
        assert rows == [{"n": 2, "name": "ab"}, {"n": 1, "name": "c"}]

    @pytest.mark.parametrize(
        ("call", "said"),
        [
            (["dissect", "layout:none.ksy", "hex:00"], "none.ksy cannot be read"),
            (["dissect", "layout", "hex:00"], "layout needs --schema"),
            (["dissect", "layout:a.ksy", "hex:00", "--schema", "b"], "names a file already"),
            (["layout", "none.ksy"], "none.ksy cannot be read"),
        ],
    )
    def test_what_is_wrong(self, call, said, capsys):
        assert main(call) == 2
        assert said in capsys.readouterr().err
