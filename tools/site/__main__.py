"""Build the documents as a site: ``python -m tools.site`` writes build/site.

The documents are read where they lie: `docs/`, and the few beside the code. They are staged in build/docs, where a link
to a document leads to its page, and a link to any other file of the project is its name alone. The samples come as
static pages, to solve in the browser, the program and pyspectrum's examples as pages that play them, and the studio.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from harness.cli import main as crossword
from harness.formats import read_any
from harness.solver.strategy import solve_any
from tools.example_pages import write_pages

ROOT = Path(__file__).resolve().parents[2]
DOCS, STAGE = ROOT / "docs", ROOT / "build" / "docs"
CONFIG = ROOT / ".ci" / "mkdocs.yml"
BESIDE = {
    "README.md": "index.md",
    "README.ru.md": "index.ru.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "basic/README.md": "basic-program.md",
    "puzzles/README.md": "puzzles.md",
}
"""Documents that lie elsewhere, and their pages."""
SAMPLES = ROOT / "puzzles"
PLAYED = "play"
"""The folder of the static pages, below the site's own."""
PLAY_LINE = f"**[Solve them in your browser, or watch a Spectrum do it]({PLAYED}/index.html)**"
IN_BROWSER = {
    "program.html": ("--program", {"index.md": "Play it in your browser", "index.ru.md": "Поиграйте в браузере"}),
    "draw.html": ("--studio", {"index.md": "Draw one in your browser", "index.ru.md": "Нарисуйте свой в браузере"}),
}
"""Whole pages: the option of `page` that writes each, and the words of each beginning that lead to it."""
EXAMPLES = "examples"
"""The folder of the pages that play pyspectrum's examples."""
EXAMPLES_HEADING = "## Examples\n"
LEFT_OUT = {"README.md"}  # the index, which the site's own navigation replaces

_LINK = re.compile(r"(?P<mark>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\)")


def stage() -> None:
    """Put every document, and what it shows, into build/docs."""
    if STAGE.exists():
        shutil.rmtree(STAGE)
    shutil.copytree(DOCS, STAGE, ignore=shutil.ignore_patterns("examples", "__pycache__"))
    for name in LEFT_OUT:
        (STAGE / name).unlink()
    for source in DOCS.rglob("*.md"):
        if source.name not in LEFT_OUT and "examples" not in source.parts:
            _stage(source, STAGE / source.relative_to(DOCS))
    for name, page in BESIDE.items():
        _stage(ROOT / name, STAGE / page)
    samples = STAGE / BESIDE["puzzles/README.md"]
    title, _, rest = samples.read_text("utf-8").partition("\n")
    samples.write_text(f"{title}\n\n{PLAY_LINE}\n{rest}", "utf-8")


def stage_examples() -> None:
    """Write the pages that play the examples, and lead to them from where they are described."""
    links = (f"[{path.stem.title()}]({EXAMPLES}/{path.name})" for path in write_pages(STAGE / EXAMPLES))
    page = STAGE / "pyspectrum.md"
    before, heading, after = page.read_text("utf-8").partition(EXAMPLES_HEADING)
    page.write_text(f"{before}{heading}\n**Play them in your browser: {', '.join(links)}**\n{after}", "utf-8")


def stage_whole(whole: str) -> int:
    """Write a page of `IN_BROWSER`, and lead to it from the beginning; return the command's exit code."""
    option, beginnings = IN_BROWSER[whole]
    for name, words in beginnings.items():
        page = STAGE / name
        before, found, after = page.read_text("utf-8").partition(words)
        assert found, f"{name} does not say {words!r}"
        page.write_text(f"{before}[{words}]({whole}){after}", "utf-8")
    return crossword(["page", option, "--out", str(STAGE / whole)])


def stage_puzzles() -> int:
    """Write the static pages of all samples with one solution; return the command's exit code."""
    files = sorted(path for path in SAMPLES.iterdir() if path.suffix in (".txt", ".g"))
    good = [str(path) for path in files if solve_any(read_any(path), max_solutions=2).unique]
    return crossword(["page", *good, "--out", str(STAGE / PLAYED)])


def _stage(source: Path, page: Path) -> None:
    def rewrite(link: re.Match[str]) -> str:
        text = _LINK.sub(rewrite, link["text"])  # it may be a picture
        target, _, anchor = link["target"].partition("#")
        if "://" in link["target"] or not target:
            return f"{link['mark']}[{text}]({link['target']})"
        path = (source.parent / target).resolve()
        if not path.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: the link to {target} leads nowhere")
        staged = _page_of(path)
        if staged is None:
            return text
        there = Path(os.path.relpath(staged, page.parent)).as_posix()
        return f"{link['mark']}[{text}]({there}{'#' * bool(anchor)}{anchor})"

    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(_LINK.sub(rewrite, source.read_text("utf-8")), "utf-8")


def _page_of(path: Path) -> Path | None:
    """The staged file that a file of the project is shown as; None where it has no place on the site."""
    if not path.is_relative_to(ROOT):
        return None
    name = path.relative_to(ROOT).as_posix()
    if name in BESIDE:
        return STAGE / BESIDE[name]
    inside = path.is_relative_to(DOCS) and path.is_file() and "examples" not in path.parts
    return STAGE / path.relative_to(DOCS) if inside and path.name not in LEFT_OUT else None


def main() -> int:
    stage()
    stage_examples()
    if code := max(map(stage_whole, IN_BROWSER)) or stage_puzzles():
        return code
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(CONFIG)]
    return subprocess.run(command, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
