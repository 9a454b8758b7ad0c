"""What is wrong with a text, in every format: one line that names the file, its line and the fix."""

from pathlib import Path

from tests.cases import cases
from tests.unit.harness.formats import test_colour
from tests.unit.harness.formats.refused import changed, refusal

FORMATS = {"p.non": "non", "p.txt": "puzzle.txt"}
SOUND = {f"a.{ending}": (Path(__file__).parent / f"step.{ending}").read_text("utf-8") for ending in ("xml", "g", "gno")}
SOUND["x.non"] = test_colour.TestNon.TEXT
SIZES, CLUES = "width 2\nheight 2\n", "rows\n1\n2\n\ncolumns\n1\n2\n"
OURS = "rows:\n1\n2\ncolumns:\n1\n2\n"


def with_colours(count: int) -> str:
    """Return a file that declares so many colours, and uses one of them and black."""
    colours = "".join(f"c{number} = (red) c\n" for number in range(count))
    return f"[colors]\n{colours}[clues]\nrows = 1 1c0\ncolumns = 1, 1c0\n"


@cases(
    "name",
    "text",
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
    ],
)
def test_an_error_names_file_line_and_fix(name: str, text: str, message: str) -> None:
    said = refusal(text, name, FORMATS.get(name))
    assert said.startswith(message)
    assert "; " in said


@cases("name", "old", "new", "message")
def test_a_change_of_a_sound_file_is_told(name: str, old: str, new: str, message: str) -> None:
    assert refusal(changed(SOUND[name], old, new), name).startswith(message)
