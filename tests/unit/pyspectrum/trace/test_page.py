"""The page of a trace: it has all of the viewer, and loads nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pyspectrum.trace
from pyspectrum import Spectrum
from pyspectrum.trace import Journal
from pyspectrum.trace.write import script, trace_page

VIEWER = Path(pyspectrum.trace.__file__).parent / "viewer"


def test_the_page_loads_nothing(spectrum: Spectrum) -> None:
    with Journal(spectrum) as journal:
        spectrum.run_frames(2)
        journal.finish()
    text = trace_page([journal], test="test_x.py::test_</script><b>", outcome="passed")
    assert "default-src 'none'" in text
    assert not re.search(r'(?:src|href)="|url\((?!#)|import\(|fetch\(', re.sub(r'href="#[^"]*"', "", text))
    assert text.count("</script>") == 1 + 8  # the viewer, and a machine's parts
    assert len(text) < 220_000


def test_every_module_is_in_the_page() -> None:
    whole, names = script(), [path.stem for path in VIEWER.glob("*.js")]
    assert len(names) > 10
    assert all(f"const {name}_ = " in whole for name in names)
