"""What `harness` hands on: names that load nothing before they are asked for."""

import subprocess
import sys

import harness


def test_every_public_name_is_there_and_documented() -> None:
    assert dir(harness) == sorted(dir(harness))
    for name in harness.__all__:
        assert getattr(harness, name).__doc__, name
    assert harness._HOMES.keys() == set(harness.__all__) <= set(dir(harness))


def test_importing_it_loads_none_of_them() -> None:
    script = "import sys, harness; print([name for name in sys.modules if name.startswith(('harness.', 'pyspectrum'))])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "[]\n"


def test_an_unknown_name_is_reported() -> None:
    script = "from harness import sole"
    assert (
        "cannot import name 'sole'"
        in subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stderr
    )
