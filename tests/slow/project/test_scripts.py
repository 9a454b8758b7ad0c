"""The scripts of our pages are typed: TypeScript, from npm, finds nothing in them."""

import shutil
import subprocess

import pytest

from tests.house import ROOT

TYPE_CHECK = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022"]
TYPE_CHECK += ["--lib", "es2022,dom,dom.iterable"]


@pytest.mark.parametrize(
    ("folder", "scripts", "flags"),
    [
        ("harness/studio/static", ["main.js", "alone.js", "exported.js", "driver.js"], ["--noUncheckedIndexedAccess"]),
        ("pyspectrum", ["trace/viewer/main.js", "page/main.js", "page/worker.js", "page/loudspeaker.js"], []),
    ],
)
def test_the_pages_scripts_pass_the_type_checker(folder: str, scripts: list[str], flags: list[str]) -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npm is not installed: apt install npm")
    command = [npx, "-y", "-p", "typescript@5.9.3", "tsc", *TYPE_CHECK, *flags]
    paths = [f"{folder}/{script}" for script in scripts]
    done = subprocess.run([*command, *paths], capture_output=True, text=True, timeout=300, cwd=ROOT)
    if "npm error" in done.stderr:
        pytest.skip(f"npm cannot fetch TypeScript: {done.stderr.splitlines()[0]}")
    # the studio's scripts import some of pyspectrum, which are checked without its flag
    found = [line for line in done.stdout.splitlines() if not line.startswith((" ", "pyspectrum/") if flags else " ")]
    assert (found, bool(flags) or done.returncode == 0) == ([], True)
