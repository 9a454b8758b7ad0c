"""The same words for the same thing: on the command line, in explanations, in the studio, on the Spectrum."""

import re

import pytest

from harness.console import solved
from harness.console.limits import STOP_TEXTS
from harness.solver.human import english, russian
from harness.solver.result import Outcome, Stop
from harness.solver.wording import OUTCOMES, STOPS
from harness.spectrum.messages import language
from tests.house import ROOT

STATIC = ROOT / "harness" / "studio" / "static"
LANGUAGES = ("en", "ru")
EXPLAINED = {"en": english, "ru": russian}
OTHER_WORDS = re.compile(
    r"more than one solution|not settled|could not be settled|(?:was|were) not enough|ran into a limit"
    r"|not solved (?:in|with)|[\"']undecided: |no solution was found"
    r"|решения нет|нет решени|решений больше|не одно решение|не хватило времени",
    re.IGNORECASE,
)
"""Words for the same things that were in use once."""


def studio(code: str) -> dict[str, str]:
    """Return the studio's table of messages in a language."""
    name = {"en": "english.js", "ru": "russian.js"}[code]
    text = (STATIC / name).read_text(encoding="utf-8")
    return dict(re.findall(r'"([\w-]+)": "((?:[^"\\]|\\.)*)"', text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_studio_names_each_outcome_as_the_command_line_does(code: str) -> None:
    said, words = studio(code), OUTCOMES[code]
    for outcome in set(Outcome) - {Outcome.MULTIPLE, Outcome.LIMITED}:
        assert said[f"outcome-{outcome.value}"].lower() == words[outcome]
    limited = f"{said['outcome-limited']}, {said['note-limited']}".lower()
    assert limited == words[Outcome.LIMITED]
    assert said["one-solution"] == words[Outcome.UNIQUE]
    assert said["several"] == words[Outcome.MULTIPLE]
    assert said["not-known"] == words[Outcome.TIMEOUT]
    assert said["hint-no-solution"].lower() == words[Outcome.CONTRADICTION]
    assert sorted(said["hint-multiple"].lower().split()) == sorted(words[Outcome.MULTIPLE].split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_studio_and_explanations_name_what_stopped_a_search_alike(code: str) -> None:
    said, explained = studio(code), EXPLAINED[code]._TEXTS
    for stop, words in STOPS[code].items():
        assert said[f"note-{stop.value}"].lower() == said[f"hint-{stop.value}"].lower() == words
        assert explained[stop.value].lower().startswith(f"{words};")
        assert explained[f"hint-{stop.value}"].lower().startswith(words)


@pytest.mark.parametrize("code", LANGUAGES)
def test_explanations_name_each_outcome_so(code: str) -> None:
    explained, words = EXPLAINED[code]._TEXTS, OUTCOMES[code]
    for key in ("no-solution", "no-arrangement", "hint-no-solution", "hint-puzzle-line"):
        assert words[Outcome.CONTRADICTION] in explained[key].lower()
    for key in ("multiple", "multiple-many", "class-mult"):
        assert words[Outcome.MULTIPLE] in explained[key].lower()


def test_the_command_line_uses_the_table() -> None:
    for outcome, sentence in solved._VERDICTS.items():
        assert OUTCOMES["en"][outcome] in sentence
    for stop in set(Stop) - {Stop.LIMIT}:
        assert STOP_TEXTS[stop].startswith(STOPS["en"][stop])


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_spectrum_counts_no_solution_in_these_words(code: str) -> None:
    assert (
        language(code)["no_solutions"].lower().replace("solutions", "solution").rstrip("!")
        == (OUTCOMES[code][Outcome.CONTRADICTION])
    )


def test_no_other_words_are_used() -> None:
    paths = [
        *(path for path in (ROOT / "harness").rglob("*") if path.suffix in (".py", ".js", ".html")),
        ROOT / "basic" / "messages.toml",
    ]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if OTHER_WORDS.search(line)
    ]
    assert found == []
