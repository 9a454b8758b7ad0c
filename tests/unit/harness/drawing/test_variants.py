"""The tree of variants, as text and as a drawing."""

from xml.etree import ElementTree

from harness.drawing.variants import MAX_DRAWN, MAX_LINES, build_tree_svg, tree_lines
from harness.puzzle import Grid
from harness.puzzle.variants import VariantEnd, tree_of

FORK, SOLUTION, DEAD = VariantEnd.FORK, VariantEnd.SOLUTION, VariantEnd.DEAD_END
REACHED = {
    (): (FORK, Grid(("???",))),
    (True,): (FORK, Grid(("#??",))),
    (True, True): (SOLUTION, Grid(("###",))),
    (True, False): (DEAD, None),
    (False,): (DEAD, None),
}


def test_a_tree_shows_which_fork_each_variant_grows_from() -> None:
    assert tree_lines(tree_of(REACHED)) == [
        "by line logic: 3 open",
        "├─ row 1, column 1 black: 0 cells follow, 2 open",
        "│  ├─ row 1, column 2 black: 1 cell follows, a solution",
        "│  └─ row 1, column 2 white: dead end",
        "└─ row 1, column 1 white: dead end",
    ]


def test_a_turned_crossword_is_tried_from_the_left() -> None:
    tree = tree_of({(): (FORK, Grid((".?", "?.")))}, turned=True)
    assert tree[1].cell == (1, 0)


def test_a_deep_tree_is_cut_short() -> None:
    depth = 1100
    reached = {(True,) * number: (FORK, Grid(("?",))) for number in range(depth)}
    tree = tree_of(reached)
    assert len(tree) == 2 * depth + 1
    lines = tree_lines(tree)
    assert (len(lines), lines[-1]) == (MAX_LINES + 1, f"… and {len(tree) - MAX_LINES} more (--json has all)")
    assert f"{len(tree) - MAX_DRAWN} more variants are left out" in build_tree_svg(tree, 1, 1, "deep")


def test_pictures_of_a_drawing_do_not_overlap() -> None:
    tree = tree_of(REACHED)
    document = ElementTree.fromstring(build_tree_svg(tree, 3, 1, "<&>"))
    boxes = [element for element in document.iter("{http://www.w3.org/2000/svg}rect") if element.get("stroke")]
    places = [(float(box.get("x", "")), float(box.get("y", ""))) for box in boxes]
    assert len(places) == len(set(places)) == len(tree)
    leaves = [places[number][1] for number in (2, 3, 4)]
    assert leaves == sorted(leaves)
    assert places[1][1] == (leaves[0] + leaves[1]) / 2
