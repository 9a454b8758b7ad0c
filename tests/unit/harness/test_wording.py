"""The same words for the same thing: on the command line, in explanations, in the studio, on the Spectrum."""

import ast
import functools
import re

import pytest

from harness.console import solved
from harness.console.limits import STOP_TEXTS
from harness.errors import FormatError
from harness.puzzle import Puzzle
from harness.solver.human import english, russian
from harness.solver.result import Outcome, Stop
from harness.solver.wording import OUTCOME_WORDS, OUTCOMES, STOP_WORDS, STOPS
from harness.spectrum.messages import language
from harness.spectrum.play import fit_to_screen
from harness.studio.sentences import _RUSSIAN
from harness.studio.sharing import unshare
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


# -- refusals -------------------------------------------------------------------------------------------

OTHER_REFUSALS = re.compile(
    r"\bdirector(?:y|ies)\b|\bthere is no (?:such )?(?:folder|file)\b|\bname a file that\b|\bcut off\b"
    r"|\b(?:cannot|may not) be (?:read|written|made)\b(?! as| of)|\bis no (?:whole|port|line|array|folder|file)\b"
)
"""Phrases for which another one is in use: ``no such folder``, ``cannot read the file: …``, ``is not a …``."""


def shown(node: ast.expr) -> str:
    """Return a string of the code with 7 for each of its fields; nothing for what is not a string."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr():
            return "".join(shown(part) or "7" for part in node.values)
        case _:
            return ""


@functools.cache
def refusals() -> dict[str, list[str]]:
    """Return the sentences that errors are made of, ``what; fix`` as the user reads them, by file."""
    found: dict[str, list[str]] = {}
    for folder in ("harness", "pyspectrum"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            calls = [
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
            ]
            for call in calls:
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                if name.lower().endswith("error"):
                    sentence = "; ".join(filter(None, map(shown, call.args[:2])))
                    found.setdefault(path.relative_to(ROOT).as_posix(), []).append(sentence)
    return found


def test_errors_refuse_the_same_thing_with_the_same_words() -> None:
    said = [(name, sentence) for name, sentences in refusals().items() for sentence in sentences]
    assert len(said) > 500
    assert [place for place in said if OTHER_REFUSALS.search(place[1])] == []


def test_each_sentence_with_a_translation_is_one_that_the_server_says() -> None:
    """A message that changes its words would be shown in English."""
    said = [sentence for sentences in refusals().values() for sentence in sentences]
    for path in (ROOT / "harness" / "studio").glob("*.py"):
        said += map(
            shown, [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.expr)]
        )
    verdicts = [OUTCOME_WORDS[Outcome.CONTRADICTION]]
    verdicts += [f"{OUTCOME_WORDS[Outcome.TIMEOUT]}: {STOP_WORDS[stop]}" for stop in (Stop.TIMEOUT, Stop.MEMORY)]
    said += [f"7: {said}" for said in said] + [f"7: {verdict}; 7" for verdict in verdicts]
    patterns = [pattern.replace("(width|height)", "(7)") for pattern, _ in _RUSSIAN]
    assert [pattern for pattern in patterns if not any(map(re.compile(pattern).fullmatch, said))] == []


def test_the_studio_refuses_with_the_words_of_the_command_line() -> None:
    words = studio("en")
    with pytest.raises(FormatError) as refused:
        fit_to_screen(Puzzle(((),) * 63, ((),) * 63), "x")
    large = words["too-large"].format(width=63, height=63).rstrip(".")
    assert f"{refused.value}".startswith(f"x: {large}")
    with pytest.raises(FormatError) as refused_link:
        unshare("#")
    assert f"{refused_link.value}".partition("; ")[2] == words["no-link"].rstrip(".").partition("; ")[2]
