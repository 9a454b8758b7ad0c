"""`explain` and `hint` as a user runs them."""

import pytest

from tests.cases import cases
from tests.cli_runner import run_cli


@cases("name", "ending", "difficulty", "solutions")
def test_steps_lead_from_nothing_to_the_grid(name: str, ending: str, difficulty: str, solutions: int) -> None:
    ran = run_cli("explain", f"puzzles/{name}", "--json")
    assert ran.code == 0
    told = ran.json
    assert (told["ending"], told["rating"]["difficulty"]) == (ending, difficulty)
    grid = [["?"] * told["width"] for _ in range(told["height"])]
    for step in told["steps"]:
        assert step["sentence"]
        if step["line"] is not None:
            index, is_row = step["line"]["number"] - 1, step["line"]["axis"] == "row"
            assert step["before"] == "".join(grid[index] if is_row else [row[index] for row in grid])
            assert len(step["found"] or step["clue"]) == len(step["clue"])
        for cell in step["cells"]:
            assert grid[cell["row"] - 1][cell["column"] - 1] == "?"
            key = cell["key"] if "palette" in told else {"black": "#", "white": "."}[cell["colour"]]
            grid[cell["row"] - 1][cell["column"] - 1] = key
    assert ["".join(row) for row in grid] == told["grid"]
    assert sum(told["rating"]["rules"].values()) == len(told["steps"])
    assert len(told["solutions"]) == solutions
    if "palette" in told:
        assert told["palette"]["r"] == "#D01828"
        assert {found for step in told["steps"] for found in step["found"] or ()} == {True, False}


@pytest.mark.parametrize("puzzle", ["puzzles/cat.txt", "puzzles/tulips.g"])
def test_another_order_has_other_steps_and_the_same_end(puzzle: str) -> None:
    first, largest = (run_cli("explain", puzzle, "--order", order, "--json").json for order in ("first", "largest"))
    assert first["grid"] == largest["grid"]
    assert first["rating"]["level"] == largest["rating"]["level"]
    assert first["steps"] != largest["steps"]
    hint = run_cli("hint", puzzle, "--order", "largest", "--json").json
    assert hint["step"]["line"] == largest["steps"][0]["line"]
