"""The site: every document has its page, every link leads somewhere, and nothing comes from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli_runner import ROOT

SITE = ROOT / "build" / "site"


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_whole() -> None:
    pytest.importorskip("mkdocs")
    done = subprocess.run([sys.executable, "-m", "tests.site"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "")
    documents = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"README"}
    assert documents <= {path.stem for path in SITE.glob("*.html")}
    start = (SITE / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="https?://[^"]*\.(?:js|css|woff2?)', start) == []
    assert 'class="gp"' in (SITE / "reference" / "pyspectrum.html").read_text("utf-8")
