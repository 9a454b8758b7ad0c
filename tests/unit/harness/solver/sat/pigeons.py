"""A problem that takes a SAT solver very long."""


def pigeons(holes: int) -> list[list[int]]:
    """The clauses of one pigeon more than holes: no solution, and a long proof; with 14 holes it takes hours."""
    sits = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses = [list(places) for places in sits]
    for hole in range(holes):
        clauses += [[-one[hole], -other[hole]] for index, one in enumerate(sits) for other in sits[:index]]
    return clauses
