"""A watched Spectrum: its pace, its past, its sound, and the reports of its work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import cache
from itertools import count, pairwise
from statistics import median
from typing import Any

import pytest

from harness.files.reading import data_folder
from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.studio.conductor import (
    FILM,
    FRAME,
    HEAD_BYTES,
    LOOK_FRAMES,
    SOUND,
    UNSEEN_PICTURES,
    Conductor,
    TakenOverError,
    encode_frame,
)
from harness.studio.link import Command, LinkClosedError
from harness.studio.player import Performance, perform, what_came_of_it
from harness.studio.server import Studio
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.screen.fonts import FontLike
from pyspectrum.tape import read_tap
from tests.unit.harness.studio.list_link import ListLink

HEART = Grid((".#.#.", "#####", "#####", ".###.", "..#.."))
SMALL = Grid(("#.#", "##.", ".##"))


def looked_at_after(frame: int) -> int:
    """The frame after this one at whose start a conductor looks, at full speed."""
    return (frame // LOOK_FRAMES + 1) * LOOK_FRAMES


def show(frame: bytes, memory: bytearray) -> None:
    """Apply a frame as the page does."""
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


class Impatient(ListLink):
    """A page that asks for a speed and draws at once, until the program has ended."""

    def receive(self, seconds: float) -> Command | None:
        if self.told("end"):
            raise LinkClosedError
        return next(self.commands, {"do": "drawn"}) if seconds else next(self.commands, None)


def told_of(puzzle: Puzzle, page: ListLink, clock: Callable[[], float] = time.monotonic) -> ListLink:
    """Have the classic edition solve a puzzle for a page, until the page has seen enough."""
    with pytest.raises(LinkClosedError):
        perform(Performance(read_tap(data_folder("tapes") / "crossword.tap"), puzzle), page, clock=clock)
    for line in page.told("analysis"):
        clues = puzzle.rows if line["axis"] == "row" else puzzle.columns
        assert clues[line["number"] - 1] == line["clue"]
    return page


def test_a_spectrum_is_watched_to_the_end_and_its_lines_are_told_in_words() -> None:
    ticks = count()
    page = told_of(HEART.puzzle(), Impatient(iter([{"do": "speed", "value": 0}])), lambda: next(ticks) * 0.1)
    (end,) = page.told("end")
    assert (end["stage"], end["lines"]) == ("solved", 17)
    assert page.told("grid")[-1]["rows"] == HEART.rows == page.told("reference")[0]["rows"]
    assert len(page.told("grid")) > 9
    assert len(page.told("analysis")) > 5
    assert sum(line["fresh"] for line in page.told("analysis")) > 12


def test_every_line_is_told_when_one_steps_from_line_to_line() -> None:
    class Page(ListLink):
        def receive(self, seconds: float) -> Command | None:
            if len(self.told("analysis")) == 6:
                raise LinkClosedError
            return next(self.commands, {"do": "step", "what": "line"})

    told = told_of(SMALL.puzzle(), Page(iter([{"do": "speed", "value": 0}]))).told("analysis")
    assert [one["count"] for one in told] == list(range(1, 7))
    assert sum(one["fresh"] for one in told) == told[-1]["found"] > 5


def test_at_full_speed_the_driver_looks_once_in_ten_frames_and_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    look = Spectrum.input_area

    def noted(spectrum: Spectrum, font: FontLike = None) -> tuple[str, ...]:
        looks.append(spectrum.tstates)
        return look(spectrum, font)

    monkeypatch.setattr(Spectrum, "input_area", noted)
    ends = []
    for speed in (0, 1e9):  # as fast as it goes, and a pace that never waits, at which each frame is seen
        looks.clear()
        page = Impatient(iter([{"do": "speed", "value": speed}]))
        (end,) = told_of(SMALL.puzzle(), page, time.monotonic if speed else lambda: 0.0).told("end")
        assert page.told("grid")[-1]["rows"] == SMALL.rows
        ends.append(end)
        frames = end["tstates"] // 69_888
        assert frames > 200
        if speed == 0:
            assert len([at for at in looks if at > looks[-1] - end["tstates"]]) < frames / LOOK_FRAMES + 30
    assert ends[0] == ends[1]


@cache
def counting() -> MachineState:
    """A Spectrum that counts on its screen."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type("10 LET n=0\n20 PRINT AT 0,0;n: LET n=n+1: GO TO 20\nRUN\n")
    return spectrum.state()


def machine() -> Spectrum:
    spectrum = Spectrum()
    spectrum.restore(counting())
    return spectrum


def conducted(commands: list[Command | None], tick: float = 0.001) -> tuple[Spectrum, Conductor, ListLink]:
    link = ListLink(iter([*commands, *[None] * 100_000]))
    spectrum = machine()
    ticks = count()
    return spectrum, Conductor(spectrum, link, clock=lambda: next(ticks) * tick), link


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
    assert past[0] == looked_at_after(last) - 100
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
    assert link.told("status")[-1]["speed"] == 0, "the chosen speed stays, for the next program"
    assert conductor._pace == 1, "and a person plays at real speed"


def test_steps_and_films() -> None:
    spectrum, _conductor, link = conducted([{"do": "speed", "value": 0}, {"do": "film"}])
    spectrum.run_frames(20)
    link.sent.clear()
    link.commands = iter([{"do": "cut"}, {"do": "pause"}, *[{"do": "step", "what": "frame"}, None] * 3])
    first = spectrum.tstates // 69888
    with pytest.raises(LinkClosedError):
        spectrum.run_frames(50)
    assert spectrum.tstates // 69888 == looked_at_after(first) + 3
    (film,) = [sent for sent in link.sent if isinstance(sent, bytes) and sent[0] == FILM]
    assert film[1:4] == b"GIF"


def test_the_pace_is_kept() -> None:
    assert timed_on_page(frames=100) == pytest.approx(100 * 69888 / 3_500_000, abs=0.05)


class TimedPage(ListLink):
    """A page whose clock moves by just as long as one waits for it."""

    now = 0.0

    def receive(self, seconds: float) -> Command | None:
        self.now += seconds
        return next(self.commands, None)

    def clock(self) -> float:
        return self.now


def sound_of(page: ListLink) -> list[bytes]:
    """Return the pieces of sound that were sent to a page."""
    return [sent for sent in page.sent if isinstance(sent, bytes) and sent[0] == SOUND]


def timed_on_page(frames: int, behind: float = 0) -> float:
    """Return the seconds that frames take at real speed after a first one, over which the page takes `behind`."""
    page = TimedPage(iter([{"do": "speed", "value": 1}]))
    spectrum = machine()
    Conductor(spectrum, page, clock=page.clock)
    spectrum.run_frames(1)
    page.now += behind
    begun = page.now
    spectrum.run_frames(frames)
    return page.now - begun


def test_a_quarter_of_a_second_is_caught_up_and_no_more() -> None:
    """Behind by less, the next frames come faster; by more, they keep the pace from where the machine is."""
    ten_frames = 10 * 69888 / 3_500_000
    assert timed_on_page(10, behind=0.15) == pytest.approx(ten_frames - 0.15, abs=0.03)
    assert timed_on_page(10, behind=0.5) == pytest.approx(ten_frames, abs=0.03)


def test_a_page_that_draws_more_than_was_sent_gets_no_old_pictures() -> None:
    """At most four pictures are on their way, however many the page says that it has drawn."""
    spectrum, conductor, link = conducted([{"do": "speed", "value": 0}, *[{"do": "drawn"}] * 50], tick=0.02)
    spectrum.run_frames(300)
    assert len(frames_of(link)) == UNSEEN_PICTURES
    conductor.close()


def test_keys_that_there_are_not() -> None:
    spectrum, conductor, _link = conducted([{"do": "keys", "down": ["HYPER"]}, {"do": "nothing"}, {"keys": 1}])
    spectrum.run_frames(5)
    assert conductor.is_driven


def test_an_idle_spectrum_is_switched_off() -> None:
    class Seen:
        """The part of a `Worker` that the server needs here."""

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


def test_the_past_is_sought_over_the_whole_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.studio.conductor.MOMENTS", 6)
    spectrum, conductor, link = conducted([{"do": "speed", "value": 0}])
    spectrum.run_frames(6 * 50 + 70)
    link.sent.clear()
    link.commands = iter([{"do": "seek", "frame": 100}, {"do": "pause"}])
    with pytest.raises(LinkClosedError):
        spectrum.run_frames(3)
    status = link.told("status")[0]
    assert status["past"]
    assert status["frame"] == 100
    assert status["last"] >= 6 * 50 + 70 - 1
    conductor.close()


def test_sound_is_sent_at_real_speed_alone() -> None:
    page = TimedPage(iter([{"do": "sound", "on": True}, {"do": "speed", "value": 1}]))
    spectrum = machine()
    Conductor(spectrum, page, clock=page.clock)
    spectrum.run_frames(50)
    pieces = sound_of(page)
    assert len(pieces) > 40
    assert sum(int.from_bytes(piece[1:5], "big") for piece in pieces) == pytest.approx(50 * 69888, rel=0.1)
    page.commands = iter([{"do": "speed", "value": 10}])
    spectrum.run_frames(2)
    page.sent.clear()
    spectrum.run_frames(20)
    assert not sound_of(page)


def test_pieces_of_sound_join_to_the_tone_that_is_played() -> None:
    """Edges count from each piece's start, and its first level is that at which the piece before it ended."""
    page = TimedPage(iter([{"do": "sound", "on": True}, {"do": "speed", "value": 1}]))
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type("BEEP .5,9\n")
    Conductor(spectrum, page, clock=page.clock)
    spectrum.run_frames(40)
    pieces = sound_of(page)
    edges: list[int] = []
    length = 0
    level = pieces[0][5]
    for piece in pieces:
        assert piece[5] == level
        own = [int.from_bytes(piece[at : at + 4], "big") for at in range(6, len(piece), 4)]
        assert all(edge < int.from_bytes(piece[1:5], "big") for edge in own)
        edges += [length + edge for edge in own]
        length += int.from_bytes(piece[1:5], "big")
        level = (level + len(own)) & 1
    half_waves = [end - start for start, end in pairwise(edges)]
    assert len(half_waves) > 100
    assert median(half_waves) == pytest.approx(3_500_000 / (2 * 440), rel=0.01)
    assert max(half_waves[10:-10]) < 1.1 * median(half_waves), "no edge is lost between two pieces"


@pytest.mark.parametrize(
    ("after", "line", "fresh"),
    [
        (("###", "???", "???"), Line(Axis.ROW, 0), 3),
        (("?#?", "?#?", "???"), Line(Axis.COLUMN, 1), 2),
        (("??.", "???", "???"), Line(Axis.ROW, 0), 1),
    ],
)
def test_new_cells_alone_tell_the_line_that_was_analysed(after: tuple[str, ...], line: Line, fresh: int) -> None:
    assert what_came_of_it([], Grid(("???",) * 3), Grid(after)) == (line, fresh)


def test_new_cells_in_several_lines_tell_nothing() -> None:
    assert what_came_of_it([], Grid(("??",) * 2), Grid(("#?", "?#"))) is None
    assert what_came_of_it([], Grid(("#?",)), Grid(("#?",))) is None
