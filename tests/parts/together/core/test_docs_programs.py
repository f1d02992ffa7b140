"""The page about maps that programs write: its ten mistakes are told as the page says."""

from pathlib import Path

from xyzgrid_ext.__main__ import main

PAGE = Path(__file__).resolve().parents[4] / "docs" / "howto" / "maps-by-programs.md"


def test_ten_mistakes_are_told_as_the_page_prints_them(tmp_path, monkeypatch, capsys):
    text = PAGE.read_text("utf-8")
    mistakes = next(block for block in text.split("```python\n") if "PAIR" in block)
    printed = text.split("check ten.py\n")[1]
    monkeypatch.chdir(tmp_path)
    Path("ten.py").write_text(mistakes.split("```")[0], "utf-8")
    assert main(["check", "ten.py"]) == 1
    output = capsys.readouterr()
    assert output.out + output.err == printed.split("```")[0]
