"""Typing: keys pressed and released in step with the program that reads them.

A key counts as typed when the program has read it. At some places (see `KeyPlaces`) the ROM throws unread keys
away; such a key is pressed again. By the reader:

- KEY-INPUT (the editor, INPUT, ``scroll?``) takes the key from LAST_K: it is released at once.
- PAUSE and INKEY$ do not tell the ROM that they have had a key, and ``PAUSE 0: LET a$=INKEY$`` wants both to have the
  same one. So the key stays down until the program comes to a place that has had it, or to another that would take it,
  but no longer than a finger's time; and the next one waits until the program has seen that all keys are up.
- A key that cuts short a PAUSE with a time limit, in a text of several keys, is typed again.
- A program's own scan: the key is held for some frames from the first scan on.

The ROM's interrupt routine notices a new key and sets bit 5 of FLAGS. The places that `models` lists decide
whether the program takes the key, and so does INKEY$, which scans the keys itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pyspectrum import keyboard, memory
from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Runner, next_poll
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import NO_KEYS, Chord, KeyMatrix, parse_chord
from pyspectrum.memory import read_word
from pyspectrum.models import KeyPlace as Place

_INTERRUPT_DEPTH = 10
"""More words than the ROM's interrupt routine ever has on the stack."""
_ZERO_FLAG = 0x40
_BREAK_REPORTS = (0x0C, 0x14)
"""``D BREAK - CONT repeats`` and ``L BREAK into program``, less one, as ERR_NR has them."""


class KeyPlaces:
    """The places in the ROMs of one machine, and what stands at them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        model = core.model
        self._rom = rom = model.basic_rom
        editor_places = model.editor_rom.key_places if model.editor_rom else {}
        self.places: dict[Breakpoint, Place] = {self._in_basic(at): place for at, place in rom.key_places.items()}
        self.places.update({(ROM_0, at): place for at, place in editor_places.items()})
        self.all = self._where({*Place} - {Place.WAITS})
        """Places that act on a key, read or not."""
        self.takers = frozenset({self._in_basic(rom.takes_key)})
        """The one place where a key can go while the 48K editor waits."""
        self.editor = frozenset({self._in_basic(rom.waits_for_key)})
        """Places at which the 48K editor waits for a key."""
        self._has_looked = self._in_basic(rom.inkey_scanned)
        self._has_scanned = self._in_basic(rom.interrupt_scanned)
        self.waits = self._where({Place.WAITS, Place.LOOKS})
        """Places at which a program waits for a key in a loop."""

    def _in_basic(self, address: int) -> Breakpoint:
        """Return the breakpoint at an address of the ROM with 48 BASIC."""
        return (ROM_1, address) if self._core.model.banked else address

    def _where(self, places: Collection[Place]) -> frozenset[Breakpoint]:
        return frozenset(point for point, place in self.places.items() if place in places)

    def editor_waits(self) -> bool:
        """Return True if the 48K editor waits for a key, for a program line, a command or an INPUT."""
        core = self._core
        if core.rom != 1:
            return False
        stack = self._word(memory.ERR_SP)
        if self._word(stack) == self._rom.copies_line:  # the line is being printed, with an error handler of its own
            stack = self._word(stack + 2)
        return core.get("sp") <= stack - 2 and self._word(stack - 2) == self._rom.editor_waits

    def scan_under_way(self) -> Breakpoint | None:
        """Return the address to which the key scan under way returns, or None outside a scan.

        A chord that goes down within it would be seen by half: the ``6`` without its CAPS SHIFT.
        """
        stack = self._core.get("sp")
        back = self._rom.inkey_scanned
        if self._core.pc in self._rom.inkey_scans:
            return self._has_looked
        if any(self._word(stack + 2 * depth) == back for depth in range(_INTERRUPT_DEPTH)):
            return self._has_looked  # an interrupt within INKEY$ scans the keys, too, but comes back there
        if self._core.pc in self._rom.key_scan and self._word(stack) == self._rom.interrupt_scanned:
            return self._has_scanned
        return None

    def edits_a_line(self) -> bool:
        """Return True if the editor that waits edits a program line or a command, so that keywords have keys."""
        return self.editor_waits() and not self._core.memory[memory.FLAGX] & memory.INPUT_MODE

    def looks_from(self) -> int:
        """At `Place.LOOKS`: return where in the program the INKEY$ stands."""
        return self._word(memory.CH_ADD)

    def _word(self, address: int) -> int:
        return read_word(self._core.memory, address)


Keys = str | Iterable[str]
"""Keys held down together: ``"a"``, ``"CAPS+0"``, or their names in a set."""

_FORGET_FRAMES = 12
"""The ROM forgets a key that is up within that many frames, if it scans the keys at all."""
_LINGER_FRAMES = 10
"""Frames for which a key stays down, at most, when PAUSE or INKEY$ has seen it."""
_SETTLE_TSTATES = 1_000
"""T-states that the ROM takes, at most, from reading a key to leaving KEY-INPUT."""
_SCAN_TSTATES = 5_000
"""More than a scan of the keys takes, with an interrupt within it."""
_FREE = 0xFF
"""A set of KSTATE that holds no key."""
_SCANNED_FRAMES = 3
"""Frames for which a key stays down from a program's own scan on, and up after that."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Typist:
    """Types on a machine's keyboard."""

    def __init__(self, runner: Runner, matrix: KeyMatrix) -> None:
        self.runner, self.matrix = runner, matrix
        self.reading = KeyPlaces(runner.core)

    def press(self, keys: Keys, limit_tstates: int) -> None:
        """See `Spectrum.press`."""
        chord = parse_chord(keys)
        if not chord:
            raise KeyboardError("no key is named; name at least one to press")
        self.matrix.put(held=NO_KEYS)
        _Press(self, chord, limit_tstates).until_read()

    def type(self, text: str, limit_tstates: int) -> None:
        """See `Spectrum.type`."""
        in_text = len(keyboard.chords_for_text(text)) > 1  # refuses what cannot be typed, before anything is
        self.matrix.put(held=NO_KEYS)
        to_be_seen_up = False
        for line in _LINE.findall(text):
            by_keywords = keyboard.has_keywords(line)
            if by_keywords:  # if the 48K editor waits for them
                if not self.reading.editor_waits():
                    _Press(self, NO_KEYS, limit_tstates).wait_for_look()
                by_keywords = self.reading.edits_a_line()
            chords = keyboard.chords_for_command(line) if by_keywords else keyboard.chords_for_text(line)
            for chord in chords:
                press = _Press(self, chord, limit_tstates, in_text=in_text)
                if to_be_seen_up:
                    press.wait_for_look()
                to_be_seen_up = press.until_read()


class _Press:
    """One press of a chord, until the program has read it."""

    def __init__(self, typist: Typist, chord: Chord, limit_tstates: int, *, in_text: bool = False) -> None:
        self._runner, self._core = typist.runner, typist.runner.core
        self._matrix, self._reading = typist.matrix, typist.reading
        self._chord = chord
        self._code = keyboard.main_code(chord)
        self._limit = limit_tstates
        self._deadline = self._core.tstates + limit_tstates
        self._read_by: Place | None = None
        self._in_text = in_text
        self._dropped = self._cut_short = False
        self._seen_from: set[int] = set()
        self._new_to_rom = True  # the ROM did not know the key when it went down
        self._noticed_as: int | None = None  # what LAST_K was when the ROM had noticed the key

    def wait_for_look(self) -> None:
        """Run until the program has looked at the keyboard with all keys up, so that two presses are two."""
        while not self._runs_into_reader():
            self._check()

    def until_read(self) -> bool:
        """Press until the program has read the key; return True if it has yet to see that the key is up again.

        Raises:
            TimeLimitError: it has not been read in time; the key is up then as well.
        """
        try:
            while True:
                self._wait_for_reader()
                self._wait_for_room()
                if self._down_until_read():
                    return self._linger()
                if self._is_taken_back():
                    return False
                self._check()
        finally:
            self._matrix.put(pressed=NO_KEYS)
            self._core.ports.count_scans(0)

    # -- the steps -----------------------------------------------------------------------------

    def _wait_for_reader(self) -> None:
        """If the ROM takes the chord by the cursor's mode, run until the program waits for a key, but not for long.

        The ROM looks at the mode when it notices the key, so the editor must have set it by then.
        """
        if keyboard.depends_on_mode(self._chord):
            for _ in range(_FORGET_FRAMES):
                if self._runs_into_reader():
                    return

    def _runs_into_reader(self) -> bool:
        """Run for up to a frame; return True if the program looks at the keyboard meanwhile, or waits for a key."""
        ports = self._core.ports
        ports.count_scans(0xFF)
        place = self._run_frame(self._reading.editor if self._reading.editor_waits() else self._reading.waits)
        scanned = place is None and ports.scans > 0
        ports.count_scans(0)
        for _ in range(_SCANNED_FRAMES if scanned else 1 if place is Place.LOOKS else 0):
            self._run_frame()  # so that it sees all keys up, for as long as it may want to make sure of it
        return scanned or place is not None

    def _wait_for_room(self) -> None:
        """Run until the ROM's interrupt routine can take the key; a little while, if that does not run."""
        for _ in range(_FORGET_FRAMES):
            sets = self._key_sets()
            if self._code not in sets and _FREE in sets:
                return
            self._run_frame()

    def _down_until_read(self) -> bool:
        """Hold the key down until it is read (True), or has been thrown away (False)."""
        core, ports = self._core, self._core.ports
        back = self._reading.scan_under_way()
        if back is not None:  # with the chord down from now on it would be seen by half
            self._runner.run_to(core.tstates + _SCAN_TSTATES, {back})
        self._read_by, self._dropped, self._cut_short = None, False, False
        self._new_to_rom, self._noticed_as = self._code not in self._key_sets(), None
        self._seen_from.clear()
        ports.count_scans(sum(1 << row for row in {keyboard.MATRIX[key][0] for key in self._chord}))
        self._matrix.put(pressed=self._chord)
        frames = 0
        while True:
            self._run_frame(self._reading.takers if self._reading.editor_waits() else self._reading.all)
            if self._read_by or ports.scans:
                return True
            if self._dropped:
                return False
            if self._cut_short:
                frames += 1
                if frames > _LINGER_FRAMES or self._reading.editor_waits():
                    self._matrix.put(pressed=NO_KEYS)
                    return False
                continue
            self._notice()
            if self._noticed_as is not None and (not self._key_waits() or self._is_emptied()):
                return True  # code of the program's own has reset the flag or LAST_K
            self._check()

    def _is_taken_back(self) -> bool:
        """Run on behind the place that threw the key away; return True if the program's own code reads it all the same.

        LAST_K still has the key: such code takes it from there, or tells the ROM that it is new.
        """
        for _ in range(_FORGET_FRAMES):
            place = self._run_frame(self._reading.editor if self._reading.editor_waits() else self._reading.waits)
            self._notice()
            if self._noticed_as is None:
                return False
            if self._key_waits():
                while self._key_waits():
                    self._run_frame(self._reading.takers)
                    self._check()
                return True
            if self._is_emptied():
                return True
            if place:
                break
        return False

    def _linger(self) -> bool:
        """Keep the key down as long as its reader needs it; return True if it was down to the end of that time."""
        scanned = bool(self._core.ports.scans) and self._read_by is None
        frames = _SCANNED_FRAMES if scanned else _LINGER_FRAMES if self._read_by else 0
        for _ in range(frames):
            if self._matrix.pressed:
                self._run_frame(self._reading.all if self._read_by else ())
        still_down = bool(frames and self._matrix.pressed)
        self._matrix.put(pressed=NO_KEYS)
        return still_down

    # -- whether the key is taken ---------------------------------------------------------------

    def _run_frame(self, stops: Collection[Breakpoint] = ()) -> Place | None:
        """Run to the next look, doing at each of the ROM's places in `stops` what it asks for.

        With no key down, the first such place ends the run; it is returned.
        """
        core = self._core
        until = next_poll(core)
        while (hit := self._runner.run_to(until, stops)) is not None:
            place = self._reading.places[hit]
            if not self._matrix.pressed:
                return place
            if self._read_by is None:
                self._meet(place)
            else:
                self._meet_again(place)
            if not self._matrix.pressed:
                stops = ()
                until = max(until, core.tstates + _SETTLE_TSTATES)
        return None

    def _meet(self, place: Place) -> None:
        """Act on the program's coming to `place` with the key down and not read yet."""
        core = self._core
        if place is Place.LOOKS:
            self._read_by = place
            self._seen_from.add(self._reading.looks_from())
            return
        if place is Place.DROPS and "SPACE" in self._chord and core.memory[memory.ERR_NR] in _BREAK_REPORTS:
            self._take()
            return
        self._notice()
        if self._cut_short:
            self._drop()
        elif self._noticed_as is None or not self._key_waits():
            if place is Place.DROPS and keyboard.depends_on_mode(self._chord):
                self._drop()  # INPUT begins: let it set the cursor's mode first
        elif place is Place.TAKES:
            self._take()
        elif place is Place.DROPS or (place is Place.ENDS_PAUSE and core.get("f") & _ZERO_FLAG):
            self._drop()  # or the counter ended the pause, not BIT 5,(FLAGS)
        elif place is Place.ENDS_PAUSE and self._in_text and core.get("bc"):  # not a PAUSE 0
            self._cut_short = True  # to be seen by the INKEY$ that may follow
        elif place is Place.ENDS_PAUSE:
            self._read_by = place

    def _meet_again(self, place: Place) -> None:
        """Act on the program's coming to `place` with the key down and read already."""
        if place is Place.LOOKS and (origin := self._reading.looks_from()) not in self._seen_from:
            self._seen_from.add(origin)
        elif place is not Place.ENDS_PAUSE:
            self._matrix.put(pressed=NO_KEYS)

    def _take(self) -> None:
        self._read_by = Place.TAKES
        self._matrix.put(pressed=NO_KEYS)

    def _drop(self) -> None:
        self._dropped = True
        self._matrix.put(pressed=NO_KEYS)

    def _notice(self) -> None:
        """See whether the ROM has noticed the key, or has lost it again (NEW clears the system variables)."""
        known = self._code in self._key_sets()
        if not known:
            self._new_to_rom, self._noticed_as = True, None
        elif self._new_to_rom and self._noticed_as is None:
            self._noticed_as = self._core.memory[memory.LAST_K]

    def _key_sets(self) -> tuple[int, int]:
        """Return the main codes of the two keys that the ROM remembers."""
        cells = self._core.memory
        return cells[memory.KSTATE], cells[memory.KSTATE + 4]

    def _is_emptied(self) -> bool:
        """Return True if LAST_K no longer has the key that was noticed; 0 is none of the ROM's."""
        return self._core.memory[memory.LAST_K] != self._noticed_as or not self._noticed_as

    def _key_waits(self) -> bool:
        """Return True if the ROM has noticed a key that the program has not taken yet."""
        return bool(self._core.memory[memory.FLAGS] & memory.NEW_KEY)

    def _check(self) -> None:
        if self._core.tstates >= self._deadline:
            key = f"read the key {'+'.join(sorted(self._chord))}" if self._chord else "look at the keyboard"
            raise self._runner.time_limit_error(f"the program to {key}", self._limit)
