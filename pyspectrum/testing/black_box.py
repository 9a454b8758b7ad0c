"""The last seconds of a machine, kept so that they can be run again: as a film, or instruction by instruction.

A `BlackBox` takes nothing down while the machine runs. It keeps the machine's state (a few microseconds) and the
keys held at each moment when the machine is about to run on, which is whenever somebody outside may have changed
something. From one such moment to the next the machine depends on nothing else, so running these stretches
again, on another machine, is exact; hooks at the ports are the one exception, for what they answered is not known.

>>> from pyspectrum.machine import Spectrum
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> with BlackBox(spectrum) as box:
...     spectrum.core.memory[32768:32771] = bytes([0x3C, 0x18, 0xFD])  # inc a; jr to it
...     spectrum.core.pc = 32768
...     spectrum.run_tstates(17)
>>> [step.text for step in box.last_instructions(3)]
['INC A', 'JR #8000', 'INC A']
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from skoolkit.traceutils import disassemble

from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.screen.video import VideoFrame

_LONGEST_INSTRUCTION_TSTATES = 23
REGISTERS = ("a", "f", "bc", "de", "hl", "sp")


@dataclass(frozen=True)
class _Moment:
    """The machine as it was about to run."""

    tstates: int
    state: MachineState
    rows: tuple[int, ...]
    kempston: int | None


@dataclass
class Step:
    """An instruction that was executed, `repeats` times running; `registers` (`REGISTERS`) as the last left them.

    `text` is disassembled from memory as it is at the end: code that changes itself may have been other code then.
    """

    tstates: int
    address: int
    bank: int | None
    text: str
    registers: tuple[int, ...]
    repeats: int = 1


class BlackBox:
    """While the `with` block lasts, the last `seconds` of the machine are kept."""

    def __init__(self, spectrum: Spectrum, seconds: float = 10) -> None:
        self._spectrum = spectrum
        self._span = spectrum.model.seconds_to_tstates(seconds)
        self._moments: deque[_Moment] = deque()
        self._log = spectrum.matrix.log
        self.is_exact = True

    def __enter__(self) -> Self:
        self._spectrum.core.before_run = self._note
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._spectrum.core.before_run = None

    def _note(self) -> None:
        core = self._spectrum.core
        moments, now = self._moments, core.tstates
        if self._log is not self._spectrum.matrix.log:
            moments.clear()  # the machine was put in another state: what came before does not lead there
            self._log = self._spectrum.matrix.log
        while len(moments) > 1 and moments[1].tstates <= now - self._span:
            moments.popleft()
        state = self._spectrum.state()
        if moments:
            state = _sharing_pages(state, moments[-1].state)
        moments.append(_Moment(now, state, tuple(core.keyboard_rows), core.kempston))

    def frames(self, every: int = 2) -> Iterator[VideoFrame]:
        """What showed in the kept seconds, once every few frames, and at the end what shows now."""
        frame = every * self._spectrum.model.tstates_per_frame
        machine = Spectrum(self._spectrum.model)
        for end in self._stretches(machine, self._span):
            while True:
                edge = (machine.tstates // frame + 1) * frame
                machine.core.run(min(edge, end))
                if edge > end:
                    break
                yield _frame(machine)
        yield _frame(self._spectrum)

    def last_instructions(self, count: int = 200) -> list[Step]:
        """The last instructions that were executed; one that was repeated without a pause is one `Step`.

        `is_exact` says afterwards whether running them again led to the machine as it is now.
        """
        steps: deque[Step] = deque(maxlen=count)
        machine = Spectrum(self._spectrum.model)
        core, banked = machine.core, machine.model.banked

        def observe(address: int, started: int, _: int) -> None:
            registers = tuple(core.get(name) for name in REGISTERS)
            if steps and steps[-1].address == address:
                steps[-1].repeats += 1
                steps[-1].registers = registers
                return
            bank = core.page if banked and address >= 0xC000 else None
            steps.append(Step(started, address, bank, "", registers))

        core.observer = observe
        for end in self._stretches(machine, count * _LONGEST_INSTRUCTION_TSTATES):
            core.run(end)
        self.is_exact = not steps or bytes(core.memory) == bytes(self._spectrum.core.memory)
        for step in steps:
            step.text = disassemble(core.memory, step.address, "#", "02X", "04X")[0]
        return list(steps)

    def _stretches(self, machine: Spectrum, tstates: int) -> Iterator[int]:
        """Put `machine` to each moment kept of the last `tstates`, and yield up to when it is to run from there."""
        since = self._spectrum.tstates - tstates
        kept = list(self._moments)
        first = max((index for index, moment in enumerate(kept) if moment.tstates <= since), default=0)
        ends = [*(moment.tstates for moment in kept[1:]), self._spectrum.tstates][: len(kept)]
        for moment, end in zip(kept[first:], ends[first:], strict=True):
            if moment.tstates < end:
                machine.restore(moment.state)
                machine.core.keyboard_rows[:] = moment.rows
                machine.core.kempston = moment.kempston
                yield end


def _sharing_pages(state: MachineState, before: MachineState) -> MachineState:
    """The same state, with the pages that have not changed taken from the one before: most of a 128's never do."""
    old = before.core.pages
    if len(old) == 1:
        return state
    pages = tuple(was if was == now else now for was, now in zip(old, state.core.pages, strict=True))
    return replace(state, core=replace(state.core, pages=pages))


def _frame(machine: Spectrum) -> VideoFrame:
    number = machine.tstates // machine.model.tstates_per_frame
    return VideoFrame(machine.core.screen_bytes(), machine.core.border, number)
