"""Reads the names in SCXML, which are in attributes of our own namespace."""

import xml.etree.ElementTree as ElementTree

SCXML = "{http://www.w3.org/2005/07/scxml}"
MACHINE = "{urn:swift-state-machines}"


class Chart:
    """The names of states and events by their identifiers."""

    def __init__(self, text):
        root = ElementTree.fromstring(text)
        self.name = root.get(f"{MACHINE}name")
        #: The path of each state, outer names first, without regions and what is around them.
        self.paths = {}
        #: The text of each event, and its identifier.
        self.events = {}
        #: The identifiers of final states.
        self.final = {element.get("id") for element in root.iter(f"{SCXML}final")}
        self.is_parallel = root.find(f"{SCXML}parallel") is not None
        for element in root:
            self.add(element, ())
        for transition in root.iter(f"{SCXML}transition"):
            self.events[transition.get(f"{MACHINE}name")] = transition.get("event")

    def add(self, element, path):
        """Adds a state and those inside it."""
        if element.tag == f"{SCXML}parallel":
            for region in element:
                for state in region:
                    self.add(state, ())
        elif element.tag in (f"{SCXML}state", f"{SCXML}final"):
            path = (*path, element.get(f"{MACHINE}name"))
            self.paths[element.get("id")] = path
            for state in element:
                self.add(state, path)
