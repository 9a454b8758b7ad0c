"""The scripts of the trace's viewer and of the page are typed: TypeScript, from npm, finds nothing in them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.house import ROOT

TYPE_CHECK = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022"]
TYPE_CHECK += ["--lib", "es2022,dom,dom.iterable"]


def test_the_scripts_pass_the_type_checker() -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npm is not installed; TypeScript comes by it")
    mains = ["trace/viewer/main.js", "page/main.js", "page/worker.js", "page/loudspeaker.js"]
    scripts = [str(ROOT / "pyspectrum" / name) for name in mains]
    command = [npx, "-y", "-p", "typescript@5.9.3", "tsc", *TYPE_CHECK, *scripts]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if "npm error" in done.stderr:
        pytest.skip(f"npm cannot fetch TypeScript: {done.stderr.splitlines()[0]}")
    assert (done.returncode, done.stdout) == (0, "")
