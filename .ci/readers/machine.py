"""Runs machines with python-statemachine, from SCXML and from JSON."""

import warnings

from statemachine.exceptions import TransitionNotAllowed
from statemachine.io import create_machine_class_from_definition
from statemachine.io.scxml.processor import SCXMLProcessor

warnings.simplefilter("ignore")


class Runner:
    """A machine that runs, and whether it has taken a transition."""

    def __init__(self, start):
        self.taken = 0
        self.machine = start(self)

    def on_transition(self):
        """Called by python-statemachine at each transition."""
        self.taken += 1

    def send(self, event):
        """Sends an event; returns whether it was handled."""
        self.taken = 0
        try:
            self.machine.send(event)
        except TransitionNotAllowed:
            return False
        return self.taken > 0

    def states(self):
        """The identifiers of the innermost states that it is in."""
        active = list(self.machine.configuration)
        ids = {state.value for state in active}
        return {str(state.value) for state in active if not any(inner.value in ids for inner in state.states)}


def from_scxml(text):
    """Returns a function that starts a machine from SCXML."""
    processor = SCXMLProcessor(trusted=False)
    processor.parse_scxml("machine", text)
    return lambda: Runner(lambda runner: processor.start(listeners=[runner]))


def from_json(machine):
    """Returns a function that starts a machine from our JSON, in the first of its initial states."""
    states = {state["id"]: {"on": {}} for state in machine["states"]}
    first = next(state["id"] for state in machine["states"] if state["isInitial"])
    states[first]["initial"] = True
    for transition in machine["transitions"]:
        events = states[machine["states"][transition["source"]]["id"]]["on"]
        event = machine["events"][transition["event"]]["id"]
        events[event] = [{"target": machine["states"][transition["target"]]["id"]}]
    kind = create_machine_class_from_definition(
        "Machine", states=states, validate_trap_states=False, validate_final_reachability=False
    )
    return lambda: Runner(lambda runner: kind(listeners=[runner]))
