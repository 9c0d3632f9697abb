"""Runs machines with sismic."""

import warnings

from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml
from sismic.model import Event, FinalState

warnings.simplefilter("ignore")


def from_yaml(text):
    """Returns a function that starts a machine from YAML."""
    chart = import_from_yaml(text)
    return lambda: Runner(chart)


class Runner:
    """A machine that runs."""

    def __init__(self, chart):
        self.chart = chart
        #: The names of the final states.
        self.final = {name for name in chart.states if isinstance(chart.state_for(name), FinalState)}
        #: The final state that has ended it: sismic leaves that at once, and is in no state then.
        self.end = set()
        self.interpreter = Interpreter(chart)
        self.execute()

    def send(self, event):
        """Sends an event; returns whether it was handled."""
        self.interpreter.queue(Event(event))
        return any(step.transitions for step in self.execute())

    def execute(self):
        """Takes all steps that it can take."""
        steps = self.interpreter.execute()
        if self.interpreter.final and not self.end:
            self.end = self.final.intersection(name for step in steps for name in step.entered_states)
        return steps

    def states(self):
        """The names of the innermost states that it is in."""
        active = set(self.interpreter.configuration) or self.end
        return {name for name in active if active.isdisjoint(self.chart.children_for(name))}
