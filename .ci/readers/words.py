#!/usr/bin/env python3
"""Prints reserved words of the programs, one on each line: names for random machines."""

import re

from statemachine import State, StateChart

#: Keywords of the diagram languages, and the members of each JavaScript object.
LANGUAGES = """
    as class classDef click default direction end note state style href call root scale hide choice fork join history stateDiagram
    constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
    digraph edge graph node strict subgraph
    legend title left right skinparam on is of if else endif remove restore
    true false null None and or not In active after idle preamble contract
"""


def words():
    """Each word once."""

    class Machine(StateChart):
        """A machine with the members that all have."""

        first = State(initial=True, final=True)

    members = {*dir(State), *vars(State()), *dir(Machine), *vars(Machine())}
    return sorted(name for name in {*members, *LANGUAGES.split()} if re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name))


if __name__ == "__main__":
    print("\n".join(words()))
