"""A served page in a browser, beside what the programs print."""

import json
import re

from playwright.sync_api import expect

#: Notes each state that the page shows.
OBSERVE = """
  window.shown = [];
  addEventListener("DOMContentLoaded", () => {
    const state = document.querySelector("#state");
    if (state) new MutationObserver(() => {
      if (state.textContent !== window.shown.at(-1)) window.shown.push(state.textContent);
    }).observe(state, { childList: true, characterData: true, subtree: true });
  });
"""


class LivePage:
    """A page of an inspector."""

    def __init__(self, world, inspector, machine):
        self.world = world
        self.inspector = inspector
        self.complaints = []
        self.requests = []
        #: Whether something is expected to fail.
        self.isOutage = False
        self.page = world.context.new_page()
        self.page.add_init_script(OBSERVE)
        self.page.on("console", self.console)
        self.page.on("pageerror", lambda error: self.complain(f"an error is thrown: {error}"))
        self.page.on("request", self.request)
        self.page.goto(inspector.page(machine))
        assert "?" not in self.page.url, f"the address of a page has a secret: {self.page.url}"

    def complain(self, text):
        self.complaints.append(f"{self.page.url.split('?')[0]}: {text}")

    def console(self, message):
        if not (self.isOutage and message.text.startswith("Failed to load resource")):
            self.complain(f"the console says: {message.text}")

    def request(self, request):
        self.requests.append(request.url)
        if not request.url.startswith((self.inspector.origin + "/", "data:,")):
            self.complain(f"it requests {request.url}")

    def close(self):
        self.page.close()
        assert not self.complaints, "\n".join(self.complaints)

    def expect_status(self, text):
        expect(self.page.locator("#live-status")).to_have_text(re.compile(text))

    def expect_state(self, text):
        expect(self.page.locator("#state")).to_have_text(re.compile(text))

    def expect_entries(self, count):
        expect(self.page.locator("#position")).to_have_text(f"{count} of {count}")

    def send(self, name, outcome):
        """Sends an event by a click, and waits for what the app says of it."""
        if outcome == "rejected":
            self.page.locator("#impossible-events").evaluate("(fold) => fold.open = true")
        self.page.locator("#events button", has_text=name).first.click()
        expect(self.page.locator("#live-outcome")).to_contain_text(f": {outcome}")

    def entries(self):
        """What the page has shown of the machine, up to the present moment."""
        self.page.locator("#copy-recording").click()
        expect(self.page.locator("#copied")).not_to_be_empty()
        _, machine, *lines = [json.loads(line) for line in self.page.evaluate("navigator.clipboard.readText()").splitlines()]
        assert machine["kind"] == "machine", machine
        return [{**line["entry"], "time": line["time"]} for line in lines]

    def expect_shown(self, entries):
        """The states that were on the page are those of the entries, in their order; several may come within a frame."""
        shown, states = self.page.evaluate("window.shown"), [entries[0]["state"]] + [entry["after"] for entry in entries]
        rest = iter(states)
        missing = [state for state in shown if state and state not in rest]
        assert shown and not missing, f"the page has shown {shown}, and the machine was in {states}"
        assert shown[-1] == states[-1], f"the page shows {shown[-1]} at last, and not {states[-1]}"
