"""A playable page in a browser, beside the JSON that it has to agree with."""

import json

from playwright.sync_api import Error

#: What the page shows, in one go.
SHOWN = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((found) => found.firstChild.textContent);
  const ids = (selector) => [...document.querySelectorAll(`${selector}[id]`)].map((found) => found.id).sort();
  return {
    state: document.querySelector("#state").textContent,
    activities: texts("#activities li:not(.exited)"),
    exited: texts("#activities li.exited"),
    entered: texts("#activities li.entered"),
    rejected: [...document.querySelectorAll("#events button.rejected")].map((button) => Number(button.dataset.event)),
    active: ids("#picture svg .active"),
    possible: ids("#picture svg .possible"),
    taken: ids("#picture svg .taken"),
    present: [...document.querySelectorAll("#table-body tr.present")].map((row) => Number(row.dataset.state)),
    outcome: document.querySelector("#timeline [aria-current=step]").closest("li").className,
    position: document.querySelector("#position").textContent,
  };
}"""

#: Shows a sequence. The address is one that the page would write in another way, so that it is always another one than before.
GO = """(address) => new Promise((done) => {
  addEventListener("popstate", () => done(), { once: true });
  location.hash = address;
})"""


class Playing:
    """A page, and the machine that it is about."""

    def __init__(self, context, file):
        self.name = file.stem
        self.file = file
        self.url = file.resolve().as_uri()
        self.machine = json.loads(file.with_suffix(".json").read_text())
        self.states, self.events = self.machine["states"], self.machine["events"]
        self.transitions = {(step["source"], step["event"]): step for step in self.machine["transitions"]}
        self.complaints = []
        self.page = context.new_page()
        self.page.clock.install()
        self.page.set_default_timeout(10_000)
        self.page.emulate_media(reduced_motion="reduce")
        self.page.on("console", lambda message: self.complain(f"the console says: {message.text}"))
        self.page.on("pageerror", lambda error: self.complain(f"an error is thrown: {error}"))
        self.page.on("dialog", lambda dialog: self.complain(f"a dialog says: {dialog.message}"))
        self.page.on("request", self.request)
        self.page.goto(self.url)
        self.has_picture = self.page.locator("#picture svg").count() == 1

    def run(self, check, *arguments):
        """Runs a check; one that the page breaks off is a complaint, and the next one begins anew."""
        try:
            check(self, *arguments)
        except Error as error:
            self.complain(f"{check.__name__} breaks off: {error.message}")
            self.page.clock.resume()
            self.reopen()

    def complain(self, text):
        self.complaints.append(f"{self.name}: {text}")

    def expect(self, isTrue, text):
        if not isTrue:
            self.complain(text)

    def equal(self, shown, expected, what):
        self.expect(shown == expected, f"{what}: the page has {shown!r}, and not {expected!r}")

    def request(self, request):
        # The picture of the page in the browser's tab is empty, and part of the page.
        # So is the picture that it draws for a PNG.
        isOwn = request.url.split("#")[0] in (self.url, "data:,") or request.url.startswith("data:image/svg+xml,")
        self.expect(isOwn, f"it requests {request.url[:200]}")

    def reopen(self):
        self.page.goto("about:blank")
        self.page.goto(self.url)

    def shown(self):
        return self.page.evaluate(SHOWN)

    def text(self, selector):
        return self.page.locator(selector).text_content()

    def isIn(self, selector):
        """Whether the element with the focus is in an element."""
        return self.page.evaluate("(selector) => document.activeElement?.closest(selector) !== null", selector)

    def go(self, start, events=()):
        """Begins in a state, and sends events."""
        ids = ",".join(self.events[event]["id"] for event in events)
        self.page.evaluate(GO, f"start={self.states[start]['id']}&events={ids}&at={len(events)}")

    def sequence(self, count):
        """Events that lead somewhere, one after the other."""
        state = next(index for index, known in enumerate(self.states) if known["isInitial"])
        events = []
        for _ in range(count):
            steps = [step for (source, _), step in self.transitions.items() if source == state]
            step = max(steps, key=lambda step: (step["target"] != state, -events.count(step["event"])), default=None)
            if step is None:
                break
            events.append(step["event"])
            state = step["target"]
        return events

    def rejected(self, state):
        """The events that a state rejects."""
        return [event for event in range(len(self.events)) if (state, event) not in self.transitions]

    def button(self, event):
        return self.page.locator(f'#events button[data-event="{event}"]')

    def unfold(self):
        """Shows the events that are impossible now."""
        self.page.locator("#impossible-events").evaluate("(fold) => fold.open = true")

    def fit(self):
        """Shows the whole diagram, if it is not shown yet."""
        self.page.locator("#zoom-fit").dispatch_event("click")

    def write_address(self):
        """Lets so much time pass that the page writes its address."""
        self.page.clock.run_for(250)

    def stop_time(self):
        """Has time pass only as the clock is told, until it is resumed."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    def state_text(self, state):
        regions = self.states[state].get("regions")
        if not regions:
            return self.states[state]["name"]
        return "".join(f"{region['name']} {'.'.join(region['path'])}" for region in regions)

    def expect_state(self, state, what):
        """Compares all that the page says of the present state."""
        shown, known = self.shown(), self.states[state]
        rejected = self.rejected(state)
        self.equal(shown["state"], self.state_text(state), f"{what}, state")
        self.equal(shown["activities"], known["activities"], f"{what}, activities")
        self.equal(shown["rejected"], rejected, f"{what}, rejected events")
        if self.has_picture:
            arrows = {arrow for step in self.transitions.values() if step["source"] == state for arrow in step["arrows"]}
            self.equal(shown["active"], sorted(known["chartStates"]), f"{what}, lit states")
            self.equal(shown["possible"], sorted(arrows), f"{what}, lit arrows")
        if shown["present"]:
            self.equal(shown["present"], [state], f"{what}, row of the table")
        return shown

    def expect_transition(self, step, what):
        """Compares all that the page says after a transition."""
        shown = self.expect_state(step["target"], what)
        self.equal(shown["exited"], step["exited"], f"{what}, exited")
        self.equal(shown["entered"], step["entered"], f"{what}, entered")
        self.equal(shown["outcome"], "handled", f"{what}, outcome")
        if self.has_picture:
            self.equal(shown["taken"], sorted(step["arrows"]), f"{what}, taken arrows")

    def named(self, step):
        return f"{self.events[step['event']]['name']} in {self.states[step['source']]['name']}"
