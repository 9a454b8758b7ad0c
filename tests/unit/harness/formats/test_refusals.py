"""What is wrong with a text, in every format: one line that names the file, its line and the fix."""

from pathlib import Path

from tests.cases import cases
from tests.unit.harness.formats import test_colour
from tests.unit.harness.formats.refused import changed, refusal

FORMATS = {"p.non": "non", "p.txt": "puzzle.txt"}
SOUND = {f"a.{ending}": (Path(__file__).parent / f"step.{ending}").read_text("utf-8") for ending in ("xml", "g", "gno")}
SOUND["x.non"] = test_colour.NON
SIZES, CLUES = "width 2\nheight 2\n", "rows\n1\n2\n\ncolumns\n1\n2\n"
OURS = "rows:\n1\n2\ncolumns:\n1\n2\n"


def with_colours(count: int) -> str:
    """Return a file that declares so many colours, and uses one of them and black."""
    colours = "".join(f"c{number} = (red) c\n" for number in range(count))
    return f"[colors]\n{colours}[clues]\nrows = 1 1c0\ncolumns = 1, 1c0\n"


def xml_image(image: str) -> str:
    return f'<puzzleset><puzzle><solution type="goal"><image>{image}</image></solution></puzzle></puzzleset>'


@cases(
    "name",
    "data",
    "message",
    more=[
        ("p.non", f"width 2\nheight {'9' * 9999}\n{CLUES}", "p.non:2: the height is 99999999999999999999; it must be"),
        ("p.txt", f"rows:\n{'9' * 5000}\ncolumns:\n1\n", "p.txt:2: a number of 5000 digits"),
        ("p.txt", f"rows:\n{'x' * 5000}\ncolumns:\n1\n", "p.txt:2: 'xxxxxxxxxxxxxxxxxxxx…' is not a whole number"),
        ("p.txt", OURS + "rows:\n1\n", "p.txt:7: a second 'rows:', the first is in line 1; join them"),
        ("p.txt", "title: a\ntitle: b\n" + OURS, "p.txt:2: a second 'title:'; keep one of them"),
        ("p.txt", OURS + "picture:\n##\n##\n", "p.txt:2: row 1: the clue is 1, the picture has 2; correct one of"),
        ("p.txt", OURS + "picture:\n#.\n##\n", "p.txt:5: column 1: the clue is 1, the picture has 2; correct one of"),
        ("p.txt", OURS + "picture:\n##\n", "p.txt:7: the picture has 2×1 cells, the clues are for 2×2"),
        ("f", "[clues]\ncolumns = 1\nrows =" + "1," * 4001, "f:3: more than 4000 rows; keep each side to 4000"),
        ("f", "[clues]\ncolumns = 1\nrows =" + "1\n" * 4001, "f:4003: more than 4000 rows; keep each side to 4000"),
        ("f", with_colours(1000), "f: 1001 colours; keep to 1000"),
        ("f.txt", b"", "f.txt: the file is empty; give a puzzle file"),
        ("f.txt", b" \r\n\t\n", "f.txt: the file is empty; give a puzzle file"),
        ("f.txt", b"rows:\n1\ncolumns:\n\xe9\n", "f.txt:4: 'é' is not a whole number"),
        ("f.txt", b"\x80\x00", "f.txt: this is binary data, not a text; name another file"),
        ("f.txt", b"\x00\x01\x02rows:\n", "f.txt: this is binary data, not a text; name another file"),
        ("f.txt", b"rows:\n1\n\xe9\x01", "f.txt: this is binary data, not a text; name another file"),
        ("f.txt", "rows:\n1\n".encode("utf-16")[:-1], "f.txt: damaged UTF-16 text; save it as UTF-8"),
        ("a.pbm", b"P1\n3 3\n100\n1x0\n", "a.pbm:4: 'x' is not a cell"),
        ("a.pbm", b"P1\n3 3\n100\n", "a.pbm:4: 3 cells of 9"),
        ("a.pbm", b"P1\n3 3\n100110111 0", "a.pbm: something follows the 3×3 cells; keep one picture"),
        ("a.pbm", b"P1\n3 3\n100110111\nP1 1 1 1", "a.pbm: something follows the 3×3 cells"),
        ("a.pbm", b"P4\n3 3\n\x80\xc0\xe0P4\n1 1\n\x80", "a.pbm: something follows the 3×3 cells; keep one picture"),
        ("a.pbm", b"P1\n3\n", "a.pbm:2: no height"),
        ("a.pbm", b"P1 # 3 3", "a.pbm:1: no width"),
        ("a.pbm", b"P1\n0 3\n", "a.pbm:2: the width is 0"),
        ("a.pbm", b"P4\n4001 1\n", "a.pbm:2: the width is 4001"),
        ("a.pbm", b"P4\n9 2\n\0\0\0", "a.pbm: 3 bytes of 4 for 9×2 cells"),
        ("a.pbm", b"P7\n3 3\n255\n.........", "a.pbm:1: not a PBM picture"),
        ("x.txt", "rows" + " " * 500 + "x", "x.txt:1: 'rows  "),
        ("x.txt", "rows:\n" + "1," * 4001, "x.txt:2: more than 4000 groups"),
        ("x.syro", "1 " * 4001 + "0\n\n1 0", "x.syro:1: more than 4000 groups"),
        ("x.cwd", "9" * 500 + "\n1\n1\n\n1", "x.cwd:1: the height is 999"),
        ("x.dat", "9" * 500 + "\n1 1\n1\n1 1", "x.dat:1: the number of rows is 9"),
        ("x.g", ":\n" + "9" * 500 + "\n:\n1\n:", "x.g:2: '999"),
        ("x.gno", "[" + "a" * 500 + "]\n[Dimensions]\n[Solution]", "x.gno:1: no sec"),
        ("x.non", "width 1\nheight 1\nrows\n" + "1" * 500 + " x\ncolumns\n1\n", "x.non:4: a number of 500 digits"),
        ("x.txt", "rows:\n\x1b[31m\x0c\u2028\ncolumns:\n1", "x.txt:2: '\\x1b[31m"),
        ("x", "1\n" + "\n" * 100_000 + "1", "x: 100,001 lines, where a puzzle file"),
        ("x.xml", xml_image("|" * 8002), "x.xml:1: the image is too large"),
        ("x.xml", xml_image("|" + "[" * 500 + "|"), "x.xml:1: '[' in the image"),
        ("x.pbm", "P1\n" + "#\n" * 100_000 + "2 1\n1", "x.pbm:100003: 1 cells"),
    ],
)
def test_an_error_names_file_line_and_fix(name: str, data: str | bytes, message: str) -> None:
    said = refusal(data, name, FORMATS.get(name))
    assert said.startswith(message)
    assert "; " in said
    assert said.isprintable()
    assert len(said) < 500


@cases("name", "old", "new", "message")
def test_a_change_of_a_sound_file_is_told(name: str, old: str, new: str, message: str) -> None:
    assert refusal(changed(SOUND[name], old, new), name).startswith(message)
