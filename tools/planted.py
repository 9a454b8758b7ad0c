"""Faults planted one by one: each slow module must find its own, and the fast tests of its room must miss it.

    python -m tools.planted [TEXT ...]

`planted.toml` lists them; texts choose those whose module's name has one of them. Each is planted in a copy of the
tracked files, never here. A slow module that finds nothing more than the fast tests costs its time for nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNEL = "harness/solver/kernel"
COMPILE = """
import sys
from pathlib import Path
from harness.solver.kernel.c.build_hook import compile_kernel
sys.exit(compile_kernel(Path("harness/solver/kernel/c/python/kernel.c"), Path("harness/solver/kernel")))
"""


def copy_with(faults: list[dict[str, str]], folder: Path) -> None:
    """Copy the tracked files, plant faults among them, and build what is made of the files that have one."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    for fault in faults:
        path, old = folder / fault["file"], fault["old"]
        text = path.read_text(encoding="utf-8")
        if (times := text.count(old)) != 1:
            sys.exit(f"planted.toml: {old!r} is {times} times in {fault['file']}; quote what is there once")
        path.write_text(text.replace(old, fault["new"]), encoding="utf-8")
    for built in (ROOT / KERNEL).glob("_fast.*"):
        shutil.copy2(built, folder / KERNEL)
    changed = [fault["file"] for fault in faults]
    if any(name.startswith(KERNEL) for name in changed) and (compiled := run(folder, "-c", COMPILE)).returncode:
        sys.exit(compiled.stderr)
    if any(name.startswith(("asm/", "basic/", "harness/spectrum/")) for name in changed):
        run(folder, "-m", "harness", "build")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on what is in the folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, text=True, capture_output=True, check=False
    )


def tested(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests there, up to the first that fails."""
    done = run(folder, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *arguments)
    return done if done.returncode in (0, 1) else sys.exit(done.stderr or done.stdout)


def main() -> int:
    """Try the faults; return 1 if a slow module misses its own, or fast tests find one."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.planted", description="plant faults that slow tests must find"
    )
    parser.add_argument("texts", metavar="TEXT", nargs="*", default=[""], help="only modules whose name has it")
    texts = parser.parse_args().texts
    table = tomllib.loads((ROOT / "tools/planted.toml").read_text(encoding="utf-8"))
    chosen = [fault for fault in table["fault"] if any(text in fault["slow"] for text in texts)]
    wrong = []
    for room, faults in groupby(chosen, lambda fault: fault["slow"].split("/")[0]):
        together = list(faults)
        for fault in together:
            with tempfile.TemporaryDirectory(prefix="planted-") as name:
                copy_with([fault], Path(name))
                done = tested(Path(name), f"tests/slow/{fault['slow']}", "-k", fault["test"])
            is_found = "\nFAILED " in done.stdout and fault["shows"] in done.stdout
            print(f"{fault['slow']}: {'found' if is_found else 'MISSED' + done.stdout[-2000:]}", flush=True)
            wrong += [] if is_found else [fault["slow"]]
        with tempfile.TemporaryDirectory(prefix="planted-") as name:
            copy_with(together, Path(name))
            done = tested(Path(name), *table["fast"][room])
        print(f"fast tests of {room}: {'FOUND' + done.stdout[-2000:] if done.returncode else 'missed all'}", flush=True)
        wrong += [room] if done.returncode else []
    print(f"{len(chosen)} planted; not as they should be: {', '.join(wrong) or 'none'}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
