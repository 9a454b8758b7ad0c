"""Command lines of other programs, as Windows has them too."""

import pytest

from harness.regress import shells


def test_on_windows_a_backslash_is_part_of_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shells, "_IS_WINDOWS", True)
    command = r""""C:\My Tools\fails.exe" --mode 'all of them' D:\x\{file}"""
    assert shells.split_words(command) == [r"C:\My Tools\fails.exe", "--mode", "all of them", r"D:\x\{file}"]
    with pytest.raises(ValueError, match="No closing quotation"):
        shells.split_words('"C:\\x')


@pytest.mark.parametrize("is_windows", [True, False])
@pytest.mark.parametrize("word", ["cat.txt", "my cat.txt", r"C:\puzzles\my cat.txt"])
def test_a_quoted_word_is_one_word(word: str, is_windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shells, "_IS_WINDOWS", is_windows)
    assert shells.split_words(f"run {shells.quoted(word)} --quiet") == ["run", word, "--quiet"]
