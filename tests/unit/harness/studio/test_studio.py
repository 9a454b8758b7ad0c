"""The studio's server side without a browser: what it answers, whom it lets in, how a Spectrum is watched."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from importlib.resources import files
from itertools import count
from typing import Any

import pytest

from harness.errors import HarnessError, UsageError
from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Colour, Palette
from harness.solver.search import solve
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, build_tape
from harness.studio import analysis, offices, workers
from harness.studio.conductor import FILM, Conductor, TakenOverError
from harness.studio.documents import MAX_SIDE, Document
from harness.studio.link import Command, LinkClosedError, Message
from harness.studio.offices import PictureOptions
from harness.studio.player import Performance, perform
from harness.studio.safety import Door
from harness.studio.screen_stream import FRAME, HEAD_BYTES, encode_frame
from harness.studio.server import Studio
from pyspectrum import Spectrum
from pyspectrum.tape import parse_tap

CAR = data_folder("puzzles") / "car.txt"


class ListLink:
    """The line of a page that is a script: gives a command a call, and closes when it has none left."""

    def __init__(self, commands: Iterator[Command | None]) -> None:
        self.commands = commands
        self.sent: list[Message] = []

    def receive(self, seconds: float) -> Command | None:
        for command in self.commands:
            return command
        raise LinkClosedError

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.sent if isinstance(message, dict) and message["kind"] == kind]


def car_rows() -> tuple[str, ...]:
    return solve(read_puzzle(CAR)).solutions[0].rows


# -- questions --------------------------------------------------------------------------------------


def test_a_puzzle_is_brought_as_its_picture() -> None:
    brought = offices.bring(CAR.read_bytes(), "car.txt", PictureOptions())
    assert brought["kind"] == "puzzle"
    assert tuple(brought["document"]["rows"]) == car_rows()


@pytest.mark.parametrize("kind", ["puzzle.txt", "non", "xml", "png"])
def test_what_is_taken_home_comes_back(kind: str) -> None:
    document = {"rows": list(car_rows()), "title": "car"}
    data = offices.take(document, kind)
    back = offices.bring(data, f"car.{kind.split('.')[-1]}", PictureOptions())
    assert back["document"]["rows"] == document["rows"]


@pytest.mark.slow
def test_a_tape_with_the_puzzle() -> None:
    tape = parse_tap(offices.take({"rows": ["##", "#."]}, "tap", "turbo"), "puzzle.tap")
    assert next(block.header.name.strip() for block in tape.blocks if block.header) == "crossword"


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "no drawing"),
        ({"rows": []}, "no drawing"),
        ({"rows": ["#" * (MAX_SIDE + 1)]}, "a side at most"),
        ({"rows": ["#.", "#"]}, "row 2"),
        ({"rows": ["r."], "colours": [{"key": "r", "rgb": "red"}]}, "does not name a colour"),
        ({"rows": ["r."], "colours": [{"key": "?", "rgb": "#ff0000"}]}, "something else"),
    ],
)
def test_what_is_no_drawing_is_refused(document: object, said: str) -> None:
    with pytest.raises(HarnessError, match=said):
        offices.take(document, "puzzle.txt")


@pytest.mark.parametrize(
    ("query", "said"),
    [({"crop": "1,2"}, "four numbers"), ({"width": "0"}, "choose 1"), ({"threshold": "x"}, "no whole number")],
)
def test_options_that_cannot_be(query: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        PictureOptions.of_query(query)


def test_the_page_offers_every_edition() -> None:
    page = (files("harness.studio") / "static" / "index.html").read_text(encoding="utf-8")
    choice = page[page.index('<select id="edition">') :]
    offered = re.findall(r'<option value="([^"]+)"', choice[: choice.index("</select>")])
    assert {offices.edition_named(name) for name in offered} == set(ALL_EDITIONS)


def test_every_sample_can_be_taken() -> None:
    for sample in offices.samples():
        assert offices.bring_sample(sample["file"])["document"]["rows"]


def test_unknown_samples_and_editions() -> None:
    with pytest.raises(UsageError, match="no sample"):
        offices.bring_sample("../pyproject.toml")
    with pytest.raises(UsageError, match="no edition"):
        offices.edition_named("gold")


# -- analysis ---------------------------------------------------------------------------------------


def test_a_newer_drawing_ends_the_older_one() -> None:
    ambiguous = {"rows": ["#." * 10, ".#" * 10] * 10}
    small = {"rows": ["#"]}
    link = ListLink(iter([{"id": 1, "document": ambiguous}, {"id": 2, "document": small}, None, *[None] * 20]))
    with pytest.raises(LinkClosedError):
        analysis.serve(link)
    parts = [(message["id"], message["part"]) for message in link.sent if isinstance(message, dict)]
    assert (1, "done") not in parts
    assert parts[-1] == (2, "done")


def test_a_wrong_drawing_is_answered_in_a_sentence() -> None:
    link = ListLink(iter([{"id": 7, "document": {"rows": ["#", "##"]}}]))
    with pytest.raises(LinkClosedError):
        analysis.serve(link)
    (answer,) = link.sent
    assert isinstance(answer, dict)
    assert answer["part"] == "error"


def test_the_repair_is_unique() -> None:
    document = Document(("#.", ".#"))
    answers = {answer["part"]: answer for answer in analysis.analyse(document)}
    rows = [list(row) for row in document.rows]
    for row, column, after in answers["repair"]["changes"]:
        rows[row][column] = after
    mended = Document(tuple("".join(row) for row in rows))
    assert solve(mended.monochrome()).unique


def test_a_drawing_in_colour_is_rated_by_the_rules_of_people() -> None:
    red, blue = Colour("r", (255, 0, 0), "red"), Colour("b", (0, 0, 255), "blue")
    document = Document(("rrb", ".bb", "r.b"), Palette((red, blue)))
    answers = {answer["part"]: answer for answer in analysis.analyse(document)}
    difficulty = answers["difficulty"]
    assert (difficulty["difficulty"], difficulty["level"]) == ("line", "easy")
    assert sum(difficulty["rules"].values()) == difficulty["steps"] > 0
    assert difficulty["score"] >= difficulty["steps"]
    hint = offices.hint(document.as_json(), ["???"] * 3, "en")
    assert isinstance(hint["step"], dict)
    assert hint["step"]["rule"] in difficulty["rules"]


# -- who may come in --------------------------------------------------------------------------------

OURS = {"host": "127.0.0.1:8017", "origin": "http://127.0.0.1:8017", "x-studio-token": "secret"}


@pytest.mark.parametrize(
    ("method", "changed", "query", "said"),
    [
        ("GET", {}, "", ""),
        ("POST", {}, "", ""),
        ("GET", {"x-studio-token": ""}, "token=secret", ""),
        ("GET", {"host": "evil.example:8017"}, "", "this server is"),
        ("GET", {"host": "127.0.0.1:8018"}, "", "this server is"),
        ("POST", {"origin": "http://evil.example"}, "", "other pages"),
        ("POST", {"origin": "https://127.0.0.1:8017"}, "", "other pages"),
        ("POST", {"origin": "null"}, "", "other pages"),
        ("WEBSOCKET", {"origin": None}, "token=secret", "must come from"),
        ("POST", {"origin": None}, "", "must come from"),
        ("GET", {"x-studio-token": "guess"}, "", "token"),
        ("GET", {"x-studio-token": "ключ"}, "", "token"),
        ("GET", {"x-studio-token": ""}, "token=", "token"),
    ],
)
def test_the_door(method: str, changed: dict[str, str | None], query: str, said: str) -> None:
    headers = {name: value for name, value in (OURS | changed).items() if value is not None}
    objection = Door(8017, "secret").objection(method, "/api/samples", headers, query)
    assert (said in objection) if said else objection == ""


# -- the Spectrum -----------------------------------------------------------------------------------


def show(frame: bytes, memory: bytearray) -> None:
    """What the page does with a frame."""
    assert frame[0] == FRAME
    for at in range(HEAD_BYTES, len(frame), 33):
        start = 32 * frame[at]
        memory[start : start + 32] = frame[at + 1 : at + 33]


def test_frames_carry_what_changed() -> None:
    spectrum = Spectrum()
    known, shown = b"", bytearray(6912)
    for number in range(120):
        spectrum.run_frames(1)
        screen = spectrum.core.screen_bytes()
        show(encode_frame(screen, 7, number, known), shown)
        known = screen
        assert shown == screen


def test_a_spectrum_is_watched_to_the_end() -> None:
    link = ListLink(iter([{"do": "speed", "value": 0}]))
    played: list[dict[str, Any]] = []

    class Page(ListLink):
        def receive(self, seconds: float) -> Command | None:
            if self.told("end") and played != self.told("end"):
                raise LinkClosedError
            return next(self.commands, {"do": "drawn"}) if seconds else next(self.commands, None)

    page = Page(link.commands)
    tape = build_tape(EDITIONS[2])
    with pytest.raises(LinkClosedError):
        perform(Performance(tape, read_puzzle(CAR)), page)
    (end,) = page.told("end")
    assert (end["stage"], end["lines"]) == ("solved", 34)
    assert page.told("grid")[-1]["rows"] == car_rows() == page.told("reference")[0]["rows"]


def machine() -> Spectrum:
    """A Spectrum that counts on its screen."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type("10 LET n=0\n20 PRINT AT 0,0;n: LET n=n+1: GO TO 20\nRUN\n")
    return spectrum


def conducted(commands: list[Command | None]) -> tuple[Spectrum, Conductor, ListLink]:
    link = ListLink(iter([*commands, *[None] * 100_000]))
    spectrum = machine()
    ticks = count()
    return spectrum, Conductor(spectrum, link, clock=lambda: next(ticks) * 0.001), link


def frames_of(link: ListLink) -> list[tuple[int, bool]]:
    """The frames sent: number, and whether of the past."""
    return [
        (int.from_bytes(sent[1:5], "big"), bool(sent[6] & 2))
        for sent in link.sent
        if isinstance(sent, bytes) and sent[0] == FRAME
    ]


def test_the_past_is_what_was() -> None:
    spectrum, conductor, link = conducted([{"do": "speed", "value": 0}])
    screens = {}
    with spectrum.frames.listen(lambda: screens.update({spectrum.tstates // 69888: spectrum.core.screen_bytes()})):
        for key in "abc":
            spectrum.run_frames(40)
            spectrum.tap(key, frames=3)
            spectrum.run_frames(37)
    last = spectrum.tstates // 69888
    link.sent.clear()
    asked: list[Command | None] = [{"do": "whole"}, {"do": "pause"}, {"do": "back", "seconds": 2}]
    link.commands = iter([*asked, *[{"do": "step", "what": "frame"}] * 50, {"do": "live"}, {"do": "resume"}])
    with pytest.raises(LinkClosedError):
        spectrum.run_frames(5)
    past = [number for number, is_past in frames_of(link) if is_past]
    assert past[0] == last + 1 - 100
    assert past[-1] == past[0] + 50
    shown = bytearray(6912)
    for sent in link.sent:
        if isinstance(sent, bytes):
            show(sent, shown)
            if sent[6] & 2:
                assert bytes(shown) == screens[int.from_bytes(sent[1:5], "big")]
    conductor.close()


def test_a_person_goes_on_from_the_past() -> None:
    spectrum, conductor, link = conducted([{"do": "speed", "value": 0}])
    spectrum.run_frames(200)
    now = spectrum.tstates
    link.commands = iter([{"do": "pause"}, {"do": "back", "seconds": 2}, {"do": "keys", "down": ["CAPS", "SPACE"]}])
    with pytest.raises(TakenOverError) as moment:
        spectrum.run_frames(5)
    link.commands = iter(
        [{"do": "keys", "down": ["CAPS", "SPACE"]}, *[None] * 10, {"do": "keys", "down": []}, *[None] * 1000]
    )
    conductor.take_over(moment.value.state)
    assert now - 2.2 * 3_500_000 < spectrum.tstates < now - 1.8 * 3_500_000
    spectrum.run_frames(60)
    assert "L BREAK into program" in "".join(spectrum.text_lines())
    conductor.show()
    assert link.told("status")[-1]["speed"] == 1


def test_steps_and_films() -> None:
    spectrum, _conductor, link = conducted([{"do": "speed", "value": 0}, {"do": "film"}])
    spectrum.run_frames(20)
    link.sent.clear()
    link.commands = iter([{"do": "cut"}, {"do": "pause"}, *[{"do": "step", "what": "frame"}, None] * 3])
    first = spectrum.tstates // 69888
    with pytest.raises(LinkClosedError):
        spectrum.run_frames(50)
    assert spectrum.tstates // 69888 == first + 1 + 3
    (film,) = [sent for sent in link.sent if isinstance(sent, bytes) and sent[0] == FILM]
    assert film[1:4] == b"GIF"


def test_the_pace_is_kept() -> None:
    now = 0.0

    class Page(ListLink):
        def receive(self, seconds: float) -> Command | None:
            nonlocal now
            now += seconds
            return next(self.commands, None)

    spectrum = machine()
    Conductor(spectrum, Page(iter([{"do": "speed", "value": 1}])), clock=lambda: now)
    spectrum.run_frames(100)
    assert now == pytest.approx(100 * 69888 / 3_500_000, abs=0.05)


def test_keys_that_there_are_not() -> None:
    spectrum, conductor, _link = conducted([{"do": "keys", "down": ["HYPER"]}, {"do": "nothing"}, {"keys": 1}])
    spectrum.run_frames(5)
    assert conductor.is_driven


def test_an_idle_spectrum_is_switched_off() -> None:
    class Seen:
        """What the server needs of a `Worker` here."""

        def __init__(self, used_at: float) -> None:
            self.used_at = used_at
            self.ended = asyncio.Event()

        def end(self) -> None:
            self.ended.set()

    async def look() -> tuple[bool, bool]:
        idle, busy = Seen(float("-inf")), Seen(float("inf"))
        studio = Studio(8017, idle_seconds=0.01)
        stand_ins: Any = {idle, busy}
        studio._spectrums = stand_ins
        looking = asyncio.create_task(studio._end_idle_spectrums())
        await idle.ended.wait()
        looking.cancel()
        return idle.ended.is_set(), busy.ended.is_set()

    assert asyncio.run(look()) == (True, False)


# -- Ctrl-C -----------------------------------------------------------------------------------------


def test_no_process_is_started_that_hears_ctrl_c_while_it_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal is kept from whatever starts, until `live_with_parent` ignores it; and not from the server."""
    kept: list[bool] = []

    def note() -> None:
        kept.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    class NotedPool:
        def __init__(self, *_: object, **__: object) -> None:
            self._processes: dict[int, object] = {}

        def submit(self, office: Callable[..., Any], *arguments: object) -> Future[Any]:
            note()
            done: Future[Any] = Future()
            done.set_result(office(*arguments))
            return done

        def shutdown(self, **_: object) -> None:
            pass

    class NotedContext:
        Pipe = staticmethod(multiprocessing.Pipe)

        class Process:
            def __init__(self, **_: object) -> None:
                self.start = note

    async def begin() -> None:
        workers.Worker(analysis.main)
        studio = Studio(0)
        studio._open_pool()
        note()
        await studio._ask(offices.samples)
        note()

    monkeypatch.setattr("harness.studio.server.ProcessPoolExecutor", NotedPool)
    monkeypatch.setattr(workers, "_CONTEXT", NotedContext)
    asyncio.run(begin())
    assert kept == [True, True, False, True, False]
