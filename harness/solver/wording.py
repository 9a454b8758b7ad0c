"""Words for the outcomes of a search and for what stopped it, in both languages.

Commands, reports, explanations and the studio say the same thing with these words; a test holds the studio's own
tables, which are in JavaScript, against them.
"""

from harness.solver.result import Outcome, Stop

OUTCOMES = {
    "en": {
        Outcome.UNIQUE: "one solution",
        Outcome.MULTIPLE: "several solutions",
        Outcome.CONTRADICTION: "no solution",
        Outcome.LIMITED: "one solution found, perhaps not the only one",
        **dict.fromkeys((Outcome.TIMEOUT, Outcome.MEMORY, Outcome.INTERRUPTED), "not decided"),
    },
    "ru": {
        Outcome.UNIQUE: "одно решение",
        Outcome.MULTIPLE: "решений несколько",
        Outcome.CONTRADICTION: "решений нет",
        Outcome.LIMITED: "найдено одно решение, возможно, не единственное",
        **dict.fromkeys((Outcome.TIMEOUT, Outcome.MEMORY, Outcome.INTERRUPTED), "неясно"),
    },
}
STOPS = {
    "en": {Stop.TIMEOUT: "time ran out", Stop.MEMORY: "memory ran out", Stop.INTERRUPTED: "interrupted"},
    "ru": {Stop.TIMEOUT: "время вышло", Stop.MEMORY: "память исчерпана", Stop.INTERRUPTED: "прервано"},
}
OUTCOME_WORDS, STOP_WORDS = OUTCOMES["en"], STOPS["en"]
"""The words of the command line."""
