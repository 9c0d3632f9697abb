"""Runs machines with sismic."""

import warnings

from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml
from sismic.model import Event

warnings.simplefilter("ignore")


def from_yaml(text):
    """Returns a function that starts a machine from YAML."""
    chart = import_from_yaml(text)
    return lambda: Runner(chart)


class Runner:
    """A machine that runs."""

    def __init__(self, chart):
        self.chart = chart
        self.interpreter = Interpreter(chart)
        self.interpreter.execute()

    def send(self, event):
        """Sends an event; returns whether it was handled."""
        self.interpreter.queue(Event(event))
        return any(step.transitions for step in self.interpreter.execute())

    def states(self):
        """The names of the innermost states that it is in."""
        active = set(self.interpreter.configuration)
        return {name for name in active if active.isdisjoint(self.chart.children_for(name))}
