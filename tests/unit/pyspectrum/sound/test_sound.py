"""Sound: pitches against the notes' own frequencies, the sound chip, files."""

import itertools
import wave
from array import array
from pathlib import Path

import pytest

from pyspectrum import Spectrum, SpectrumError
from pyspectrum.core.bus import PortLog
from pyspectrum.sound import Note, Tone, ay_notes

A4_PITCH = 9  # BEEP counts semitones from middle C
CODE = 0x8000
FREQUENCY_128 = 3_546_900 / 2 / 16  # of a sound chip's voice with period 1
VOICE_B = [(7, 0b111_101), (2, 0x52), (3, 0x01), (9, 15)]  # period #152


def hear(spectrum: Spectrum, command: str, seconds: float) -> None:
    spectrum.type(f"{command}\n")
    spectrum.run(seconds=seconds)


@pytest.mark.parametrize("pitch", [-24, -12, -5, 0, 4, 7, 9, 12, 24, 36])
def test_beep_has_the_pitch_of_the_note(spectrum: Spectrum, pitch: int) -> None:
    hear(spectrum, f"BEEP .4,{pitch}", 0.6)
    heard = spectrum.sound.frequency()
    assert heard == pytest.approx(440 * 2 ** ((pitch - A4_PITCH) / 12), rel=0.01)


def test_a_melody_note_by_note(spectrum: Spectrum) -> None:
    hear(spectrum, "BEEP .1,0: BEEP .1,0: BEEP .2,4: BEEP .3,7", 1.2)
    heard = [(round(hz), round(seconds, 1)) for hz, seconds in spectrum.sound.tones()]
    assert heard == [(262, 0.1), (262, 0.1), (330, 0.2), (392, 0.3)]
    assert spectrum.sound.frequency() == pytest.approx(392, rel=0.01)


def test_tones_of_a_span(spectrum: Spectrum) -> None:
    began = spectrum.tstates
    hear(spectrum, "BEEP .5,0: BEEP .5,12", 0.1)
    middle = spectrum.tstates
    spectrum.run(seconds=1.2)
    assert [round(tone.hz) for tone in spectrum.sound.tones(began, middle)] == [262]
    spectrum.sound.mark()
    assert spectrum.sound.tones() == []
    assert spectrum.sound.frequency() is None
    assert [round(tone.hz) for tone in spectrum.sound.tones(began)] == [262, 524]


def test_listening_frame_by_frame_hears_the_same(spectrum: Spectrum) -> None:
    spectrum.type("BEEP .3,9: BEEP .2,2\n")
    heard_on_the_way = 0
    for _ in range(40):
        spectrum.run_frames(1)
        heard_on_the_way += len(spectrum.sound.tones()) > 0
    assert heard_on_the_way > 20
    assert spectrum.sound.tones() == spectrum.sound.tones(spectrum.sound.since, spectrum.tstates)


def test_a_key_begins_afresh_and_so_does_going_back(spectrum: Spectrum) -> None:
    hear(spectrum, "BEEP .2,9", 0.5)
    state = spectrum.state()
    assert spectrum.sound.frequency() is not None
    spectrum.tap("q")
    assert spectrum.sound.frequency() is None
    spectrum.restore(state)
    assert spectrum.sound.edges == []
    hear(spectrum, "BEEP .2,0", 0.5)
    assert spectrum.sound.frequency() == pytest.approx(261.6, rel=0.01)


def test_a_kempston_joystick_begins_afresh() -> None:
    spectrum = Spectrum(joystick="kempston")
    spectrum.boot()
    hear(spectrum, "BEEP .2,9", 0.5)
    spectrum.joystick("fire")
    spectrum.run_frames(1)
    assert spectrum.sound.edges == []


def test_an_interrupt_does_not_break_a_tone_in_two(spectrum: Spectrum) -> None:
    # ei: loop: xor 16: out (254),a: ld b,0: djnz $: jr loop - the ROM's interrupt routine holds up a wave in ten
    spectrum.core.memory[CODE : CODE + 11] = bytes.fromhex("fb ee10 d3fe 0600 10fe 18f6")
    spectrum.core.pc = CODE
    spectrum.run(seconds=1)
    assert len(spectrum.sound.tones()) == 1
    # 7 + 11 + 7 + 255 * 13 + 8 + 12 = 3360 T-states for half a wave
    assert spectrum.sound.frequency() == pytest.approx(3_500_000 / 6720, rel=0.005)


def test_a_wave_of_unequal_halves_has_the_pitch_of_the_whole(spectrum: Spectrum) -> None:
    # di: loop: ld a,16: out (254),a: xor a: out (254),a: ld b,100: djnz $: jr loop
    spectrum.core.memory[CODE : CODE + 13] = bytes.fromhex("f3 3e10 d3fe af d3fe 0664 10fe 18")
    spectrum.core.memory[CODE + 13] = 0xF3
    spectrum.core.pc = CODE
    spectrum.run(seconds=0.2)
    # 7 + 11 + 4 + 11 + 7 + 99 * 13 + 8 + 12 = 1347 T-states, and a wait of the ULA's now and then
    assert spectrum.sound.frequency() == pytest.approx(3_500_000 / 1347, rel=0.01)


def write_to_chip(spectrum: Spectrum, register: int, value: int) -> None:
    core = spectrum.core
    core.ports.write_port(core.registers, 0xFFFD, register, 0)
    core.ports.write_port(core.registers, 0xBFFD, value, 0)


class TestChip:
    def test_outs(self) -> None:
        spectrum = Spectrum("128")
        code = b"\xf3"
        for register, value in VOICE_B:
            code += bytes([0x01, 0xFD, 0xFF, 0x3E, register, 0xED, 0x79])  # ld bc,#fffd: ld a,register: out (c),a
            code += bytes([0x06, 0xBF, 0x3E, value, 0xED, 0x79])  # ld b,#bf: ld a,value: out (c),a
        code += b"\x18\xfe"
        spectrum.core.memory[CODE : CODE + len(code)] = code
        spectrum.core.pc = CODE
        spectrum.run(seconds=0.5)
        (tone,) = spectrum.sound.tones()
        assert tone.hz == pytest.approx(FREQUENCY_128 / 0x152)
        assert tone.seconds == pytest.approx(0.5, rel=0.01)
        assert [write[1:] for write in spectrum.sound.ay_writes] == VOICE_B

    @pytest.mark.parametrize("kept", [False, True])
    def test_a_tone_from_before_stays_heard_when_the_mixer_has_ended_it(self, kept: bool) -> None:
        """Writes before the log began, as by a state that is put back, are not in it."""
        spectrum = Spectrum("128")
        for register, value in VOICE_B:
            write_to_chip(spectrum, register, value)
        if not kept:
            spectrum.restore(spectrum.state())
        assert len(spectrum.core.port_log.ay) == (4 if kept else 0)
        spectrum.core.memory[CODE : CODE + 3] = b"\xf3\x18\xfe"
        spectrum.core.pc = CODE
        spectrum.sound.mark()
        spectrum.run(seconds=0.5)
        write_to_chip(spectrum, 7, 0xFF)
        spectrum.run(seconds=0.5)
        (tone,) = spectrum.sound.tones()
        assert tone.hz == pytest.approx(FREQUENCY_128 / 0x152)
        assert tone.seconds == pytest.approx(0.5, rel=0.01)

    def test_dropped_writes_still_sound(self) -> None:
        log = PortLog()
        log.ay += [(0, 7, 0b111_110), (1, 0, 80), *((2, 8, level % 16) for level in range(100_010))]
        log.trim()
        assert (len(log.ay), log.ay_before[7], log.ay_before[0]) == (50_000, 0b111_110, 80)

    def test_tones_silenced_by_mixer_or_volume_are_not_heard(self) -> None:
        tone_on = [(0, 7, 0b111_110), (0, 0, 0), (0, 1, 1), (0, 8, 15)]
        second = 3_546_900

        def heard(*more: tuple[int, int, int]) -> list[Note]:
            return ay_notes([*tone_on, *more], 0, second, second, 0)

        whole = Tone(FREQUENCY_128 / 256, 1.0)
        assert heard() == [Note(0, whole)]
        half = Tone(whole.hz, 0.5)
        assert heard((second // 2, 7, 0b111_111)) == [Note(0, half)]
        assert heard((second // 2, 8, 0)) == [Note(0, half)]
        assert heard((second // 2, 8, 16)) == [Note(0, whole)]
        assert heard((second // 2, 1, 2)) == [Note(0, half), Note(second // 2, Tone(FREQUENCY_128 / 512, 0.5))]
        assert ay_notes(tone_on, 0, second, second, 1) == []

    def test_three_voices_at_once_in_a_file(self, tmp_path: Path) -> None:
        spectrum = Spectrum("128")
        spectrum.boot(basic="128")
        spectrum.type('PLAY "5a","5c"\n')
        spectrum.run(seconds=0.7)
        assert sorted(round(tone.hz / 10) for tone in spectrum.sound.tones()) == [26, 44]
        path = tmp_path / "chord.wav"
        spectrum.sound.save(path)
        _, samples = read_wav(path)
        assert max(samples) > 5000


def read_wav(path: Path) -> tuple[int, list[int]]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return file.getframerate(), list(array("h", file.readframes(file.getnframes())))


def test_a_file_sounds_as_it_was_played(spectrum: Spectrum, tmp_path: Path) -> None:
    spectrum.type("BEEP .5,9\n")
    began = spectrum.tstates
    spectrum.run(seconds=1)
    path = tmp_path / "a.wav"
    spectrum.sound.save(path, began, spectrum.tstates)
    rate, samples = read_wav(path)
    assert rate == 44_100
    assert len(samples) == pytest.approx(44_100, rel=0.001)
    loud = [index for index, sample in enumerate(samples) if sample > 10_000]
    assert (loud[-1] - loud[0]) / rate == pytest.approx(0.5, rel=0.02)
    middle = samples[loud[0] + 4410 : loud[0] + 4410 + 8820]  # 0.2 s of it
    rises = sum(before < 10_000 <= after for before, after in itertools.pairwise(middle))
    assert rises == pytest.approx(88, abs=1)
    assert set(samples[loud[-1] + 100 :]) == {0}
    spectrum.sound.save(path)  # from the last key on
    _, samples = read_wav(path)
    assert len(samples) == (spectrum.tstates - spectrum.sound.since) * 44_100 // 3_500_000
    assert max(samples) > 20_000
    with pytest.raises(SpectrumError, match="cannot write the sound: No such file or directory; name another file"):
        spectrum.sound.save(tmp_path / "nowhere" / "a.wav")
