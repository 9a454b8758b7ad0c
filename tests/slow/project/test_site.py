"""The site: every document has its page, every link leads somewhere, and nothing comes from elsewhere."""

import re
import subprocess
import sys

import pytest

from tests.house import ROOT

SITE = ROOT / "build" / "site"


def test_the_site_is_built_without_a_warning_and_whole() -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: pip install mkdocs-material")
    done = subprocess.run([sys.executable, "-m", "tools.site"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    documents = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    pages = {path.relative_to(SITE).with_suffix("") for path in SITE.rglob("*.html")}
    assert {path for path in documents if path.parts[0] not in ("README", "examples")} <= pages
    assert (SITE / "play" / "index.html").is_file()
    assert "examples/gems.html" in (SITE / "pyspectrum.html").read_text("utf-8")
    assert 'id="rom"' in (SITE / "examples" / "gems.html").read_text("utf-8")
    for page in ("program", "draw"):
        assert f'href="{page}.html"' in (SITE / "index.html").read_text("utf-8")
        assert f'href="{page}.html"' in (SITE / "index.ru.html").read_text("utf-8")
    assert 'id="shared"' in (SITE / "draw.html").read_text("utf-8")
    assert 'id="rom"' in (SITE / "program.html").read_text("utf-8")
    assert 'href="play/index.html"' in (SITE / "puzzles.html").read_text("utf-8")
    start = (SITE / "index.html").read_text("utf-8")
    pictures = re.findall(r'<img[^>]* src="([^":]+)"', start)
    assert "images/studio/modes.png" in pictures
    assert [picture for picture in pictures if not (SITE / picture).is_file()] == []
    assert re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)', start) == []
    assert 'class="gp"' in (SITE / "reference" / "pyspectrum.html").read_text("utf-8")
