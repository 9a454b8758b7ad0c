"""The scripts of the studio's pages are typed: TypeScript, from npm, finds nothing in them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.house import ROOT

STATIC = ROOT / "harness" / "studio" / "static"
TYPE_CHECK = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022"]
TYPE_CHECK += ["--module", "es2022", "--lib", "es2022,dom,dom.iterable"]


def test_the_pages_scripts_pass_the_type_checker() -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npm is not installed; TypeScript comes by it")
    command = [npx, "-y", "-p", "typescript@5.9.3", "tsc", *TYPE_CHECK]
    scripts = [str(STATIC / f"{name}.js") for name in ("main", "exported", "performer")]
    done = subprocess.run([*command, *scripts], capture_output=True, text=True, timeout=300, cwd=ROOT)
    if "npm error" in done.stderr:
        pytest.skip(f"npm cannot fetch TypeScript: {done.stderr.splitlines()[0]}")
    # those of pyspectrum, which these import, are checked by a test of theirs, without one of the flags
    assert [line for line in done.stdout.splitlines() if not line.startswith((" ", "pyspectrum/"))] == []
