"""Drops recordings on the page of several machines that lies beside the pages of machines, without a server.

    together.py --catalog FOLDER --fixtures FOLDER --tests FOLDER --screenshots FOLDER
"""

import argparse
import json
import pathlib
import sys
import time

from playwright.sync_api import Error, expect, sync_playwright

import looks

#: Gives the page a file, as a user who drops it.
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""

#: A name that no export may take for anything but text.
HOSTILE = 'ware|house "x" <script>alert(1)</script> \u202eabc'


class Recording:
    """A recording of a checkout and a warehouse."""

    def __init__(self):
        self.lines = [json.dumps({"kind": "recording", "version": 3, "date": "2026-11-29T23:59:58.000Z", "app": "shop"})]
        self.count = 0

    def machine(self, number, name, kind, state):
        self.lines.append(json.dumps({"kind": "machine", "machine": number, "name": name, "type": kind, "state": state,
                                      "path": self.case(state), "index": 0, "sequence": number, "time": 0}))

    @staticmethod
    def case(text):
        return text.split("(")[0].split(".")

    def entry(self, number, index, state, event, after, sender=None, **more):
        self.count += 1
        self.lines.append(json.dumps({"kind": "entry", "machine": number, "index": index, "sequence": 10 + self.count, "time": self.count,
                                      **({"sender": sender} if sender else {}),
                                      "entry": {"state": state, "event": event, "after": after, "outcome": "handled",
                                                "path": {"state": self.case(state), "event": self.case(event), "after": self.case(after)},
                                                "exited": [], "entered": [], "values": {}, **more}}))

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def shop():
    made = Recording()
    made.machine(1, "cart", "page_fixtures.Checkout", "open(total: 0)")
    made.machine(2, HOSTILE, "page_fixtures.Warehouse", "idle")
    made.entry(1, 0, "open(total: 0)", "add(price: 5)", "open(total: 5)")
    made.entry(1, 1, "open(total: 5)", "pay(with: card)", "paid")
    made.entry(2, 0, "idle", "pack", "packing", {"machine": 1, "index": 1, "within": "turn"}, note="why | now?\nreally")
    made.entry(2, 1, "packing", "packed", "idle")
    made.entry(1, 6, "paid", "deliver", "delivered", {"machine": 2, "within": "work"})
    made.lines.append(json.dumps({"kind": "failure", "machine": 1, "index": 6, "sequence": 90, "time": made.count, "property": "nothing is free",
                                  "reason": "delivered"}))
    return made


def long(count=370_000):
    """As many repeated steps as an app makes in an hour, with a violation in the middle."""
    made = Recording()
    made.machine(1, "cart", "page_fixtures.Checkout", "open(total: 0)")
    made.entry(1, 0, "open(total: 0)", "add(price: 0)", "open(total: 0)")
    made.entry(1, 1, "open(total: 0)", "look", "open")
    made.entry(1, 2, "open", "add(price: 0)", "open(total: 0)")
    for number in range(count):
        made.lines.append(json.dumps([4 + number % 2, 100 + 2 * number, 3 + number / 100]))
        if number == count // 2:
            made.lines.append(json.dumps({"kind": "failure", "machine": 1, "index": number + 3, "sequence": 101 + 2 * number,
                                          "time": 3 + number / 100, "property": "nothing is free"}))
    return made


def walk(catalog, names=("Enemy", "TrafficLight", "VideoState", "TrafficLight"), steps=5):
    """A walk of several machines of the catalog beside each other, two of which are of one type."""
    made, machines = Recording(), []
    for number, name in enumerate(names):
        known = json.loads((catalog / f"{name}.json").read_text())
        state = next(index for index, state in enumerate(known["states"]) if state["isInitial"])
        made.machine(number, f"the {name}", known["type"], known["states"][state]["name"])
        machines.append([known, state])
    for index in range(steps):
        for number, (known, state) in enumerate(machines):
            step = [step for step in known["transitions"] if step["source"] == state][index % 2 - 1]
            machines[number][1] = step["target"]
            made.entry(number, index, known["states"][state]["name"], known["events"][step["event"]]["name"],
                       known["states"][step["target"]]["name"])
    return made


class Page:
    def __init__(self, context, options, folder):
        self.options = options
        self.complaints = []
        self.page = context.new_page()
        self.page.on("console", lambda message: self.complain(f"the console says: {message.text}"))
        self.page.on("pageerror", lambda error: self.complain(f"an error is thrown: {error}"))
        self.page.goto((folder / "side-by-side.html").resolve().as_uri())

    def complain(self, text):
        self.complaints.append(text)

    def drop(self, name, text):
        self.page.evaluate(DROP, [name, text])

    def copied(self, button):
        self.page.locator(f"#{button}").click()
        expect(self.page.locator("#copied")).to_contain_text("copied")
        return self.page.evaluate("navigator.clipboard.readText()")

    def look(self, name):
        looks.fits(self, name, self.options.screenshots / f"side-by-side-{name}", narrow={"width": 375, "height": 812})


def dropped(page):
    """The file is there at its violation, with names as text; its exports can be read; and the machines have pages."""
    expect(page.page.locator("#found")).to_have_text("no recording is open")
    page.look("empty")
    page.drop("shop.jsonl", shop().text)
    expect(page.page.locator("#found")).to_have_text("2 of 2 machines")
    expect(page.page.locator("#moment-name")).to_have_text("at 5.000 s")
    expect(page.page.locator("#sequence button")).to_have_count(5)
    expect(page.page.locator("#sequence .gap")).to_have_text("cart: 4 events missing here")
    expect(page.page.locator("#sequence-head b").nth(1)).to_have_text(HOSTILE)
    expect(page.page.locator("#sequence [aria-current]")).to_contain_text("deliver")
    expect(page.page.locator(".lane .mark.failure")).to_have_count(1)
    page.look("dropped")
    # By keyboard from the beginning to the violation, and by a click on its mark.
    page.page.locator("#moment").focus()
    page.page.keyboard.press("Home")
    page.page.locator("#next-violation").focus()
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#moment-name")).to_have_text("at 5.000 s")
    page.page.locator("#previous").click()
    page.page.locator(".lane .mark.failure").click()
    expect(page.page.locator("#sequence [aria-current]")).to_contain_text("deliver")
    for button, words in (("copy-story", "step 7: `deliver`"), ("copy-sequence", "Broken#58; nothing is free"),
                          ("copy-test", "import Testing"), ("copy-link", "#machine=1&step=7")):
        text = page.copied(button)
        assert words in text, f"{button}: {text}"
    with page.page.expect_download() as download:
        page.page.locator("#save-recording").click()
    saved = pathlib.Path(download.value.path()).read_text()
    page.drop("again.jsonl", saved)
    expect(page.page.locator("#source")).to_have_text("again.jsonl")
    expect(page.page.locator("#sequence button")).to_have_count(5)
    expect(page.page.locator("#sequence .remark")).to_have_text("why | now?\nreally")
    for button in ("save-svg", "save-png"):
        with page.page.expect_download() as download:
            page.page.locator(f"#{button}").click()
        download.value.save_as(page.options.screenshots / f"side-by-side-{download.value.suggested_filename}")
    page.page.locator("#lanes a", has_text="cart").click()
    expect(page.page).to_have_title("Checkout")
    page.drop("shop.jsonl", shop().text)
    expect(page.page.locator("#position")).to_contain_text("of 7")
    expect(page.page.locator("#timeline .note", has_text="4 events before this event were lost")).to_have_count(1)


def hour(page):
    """A long recording is there as a whole, at its violation, and no event of it is cut silently."""
    page.drop("hour.jsonl", long().text)
    expect(page.page.locator("#announcement")).to_have_text("hour.jsonl: 370003 events of 1 machine, 1 violation.")
    expect(page.page.locator("#sequence-note")).to_have_text("150 of 370003 events")
    gaps = page.page.locator("#sequence .gap").all_text_contents()
    assert sum(int(gap.split(" ")[0]) for gap in gaps) == 370_003 - 150, gaps
    expect(page.page.locator("#sequence [aria-current]")).to_be_visible()
    page.page.locator("#window").select_option("Infinity")
    states = page.page.locator(".lane .many").first.text_content()
    assert int(states.split(" ")[0]) > 100_000, states
    page.page.locator("#sequence .more").first.click()
    expect(page.page.locator("#sequence [aria-current]")).to_be_visible()
    page.look("hour")


def tested(page):
    """The test that is copied is compiled and run by Swift later; it has all events, since no hook has sent any."""
    made = walk(page.options.catalog)
    page.drop("walk.jsonl", made.text)
    expect(page.page.locator("#sequence button")).to_have_count(made.count)
    text = page.copied("copy-test")
    assert text.count(".isHandled)") == made.count and text.count("let ") == 4, text
    (page.options.tests / "SideBySide.swift").write_text(text)
    page.look("walk")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("catalog", "fixtures", "tests", "screenshots"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)
    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport=looks.WIDE, permissions=["clipboard-read", "clipboard-write"])
        for check, folder in ((dropped, options.fixtures), (hour, options.fixtures), (tested, options.catalog)):
            begin, page = time.monotonic(), Page(context, options, folder)
            try:
                check(page)
            except (AssertionError, Error) as error:
                page.complain(f"{error}")
            complaints += [f"{check.__name__}: {complaint}" for complaint in page.complaints]
            page.page.close()
            print(f"{check.__name__}: {time.monotonic() - begin:.1f} s", flush=True)
        browser.close()
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
