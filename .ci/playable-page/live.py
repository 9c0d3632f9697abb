"""Watches live machines in a browser without a window, and compares what their pages show with what the programs print.

    live.py --programs FOLDER --screenshots FOLDER

The first folder has `transition-tables`, `video`, `stream-monitor`, `orders`, `durable-machines` and `page-fixtures`.
"""

import argparse
import json
import pathlib
import random
import re
import signal
import sys
import time

from playwright.sync_api import Error, expect, sync_playwright

import looks
from figures import figures
from live_page import LivePage
from programs import LIMIT, Inspector, Program


def moves(entries):
    """Handled and rejected events without payloads."""
    return [(*(entry["path"][key][0] for key in ("state", "event", "after")),
             [name.split("(")[0] for name in entry["exited"]], [name.split("(")[0] for name in entry["entered"]])
            for entry in entries if entry["outcome"] == "handled"]


def printed_json(lines):
    """The moves that `stream-monitor --json` has printed."""
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return [(line["from"], line["event"], line["to"], line["exited"], line["entered"]) for line in found if "event" in line]


def printed_text(lines):
    """The moves that `video` has printed."""
    found = [re.match(r"(\w+)\S* ─ (\w+)\S* → (\w+)(?!\S*–)\S*(.*)", line) for line in lines]
    return [(*match.group(1, 2, 3), re.findall(r" -(\w+)", match[4]), re.findall(r" \+(\w+)", match[4])) for match in found if match]


def same(shown, printed):
    assert shown == printed, f"the page has\n{shown}\nand the program printed\n{printed}"


def camera(world):
    """A stream with a fault: each state is shown, events of the page arrive, and a page that is opened late has it all."""
    inspector = world.inspector()
    page = world.page(inspector, "StreamState")
    page.expect_status("No live machine of this type yet")
    app = world.app("stream-monitor", "--inspect", inspector.address, "--json", "--fault", "drop")
    app.type("wait error")
    page.expect_state(r"error\(")
    app.type("fault none")
    app.type("retry")
    page.expect_state("live")
    page.expect_status("Live; events go to the app")
    world.look(page, "StreamState")
    page.send("stop", "handled")
    app.wait_for('"event":"stop"')
    page.expect_state("idle")
    page.send("bufferFinished", "rejected")
    app.wait_for("bufferFinished")
    app.end()
    page.expect_status("This machine has ended")
    page.page.locator("#events button", has_text="start").dispatch_event("click")
    expect(page.page.locator("#live-outcome")).to_have_text("The event was not sent, because the machine is no longer running.")
    expect(page.page.locator("#events button").first).to_have_attribute("aria-disabled", "true")
    entries = page.entries()
    same(moves(entries), printed_json(app.lines))
    rejected = [entry["event"] for entry in entries if entry["outcome"] == "rejected"]
    assert rejected == ["bufferFinished"], f"rejected: {rejected}"
    page.expect_shown(entries)
    late = world.page(inspector, "StreamState")
    late.expect_status("This machine has ended")
    same(late.entries(), entries)
    world.look(late, "StreamState-ended")


def video(world):
    """A video whose download is lost and resumed, with hundreds of events, some of them from the page."""
    inspector = world.inspector()
    page = world.page(inspector, "VideoState")
    app = world.app("video", "--fault", "disconnect", "--speed", "4", "--inspect", inspector=inspector.address)
    page.expect_state(r"failed\(")
    # An earlier moment is shown until the user follows again.
    page.page.locator("#reset").click()
    page.expect_status("you see an earlier state; events go to the app")
    app.type("retry")
    app.wait_for("didFinishDownload")
    page.expect_state("willDownload")
    page.page.locator("#follow").click()
    page.expect_state(r"playing\(")
    page.send("pause", "handled")
    app.wait_for("pause")
    world.look(page, "VideoState")
    app.type("play")
    app.wait_for("didPlayToEnd")
    app.end()
    page.expect_status("This machine has ended")
    shown = page.page.locator("#position").text_content().split()
    assert shown[0] == shown[2], f"the page is at {shown}"
    entries = page.entries()
    same([move for move in moves(entries) if move[1] not in ("didReceive", "didProgress")], printed_text(app.lines))
    times = [entry["time"] for entry in entries]
    assert times == sorted(times), "the times of the entries are in disorder"
    for before, after in zip(entries, entries[1:]):
        assert before["after"] == after["state"], f"something is missing between {before} and {after}"
    assert page.page.locator("#timeline .note").all_text_contents() == [], "there are notes on the timeline"


def crowd(world, count=10_000):
    """Ten thousand machines at once."""
    inspector = world.inspector("page-fixtures")
    page = world.page(inspector, "Refuted")
    app = world.app("page-fixtures", "--live", str(count), inspector=inspector.address)
    app.wait_for("lifts have moved", limit=120)
    expect(page.page.locator("#live-count")).to_have_text(f"{count} machines; only the first 200 are listed")
    machine = page.page.evaluate("JSON.parse(document.querySelector('#machine').textContent)")
    steps = {(step["source"], step["event"]): step["target"] for step in machine["transitions"]}
    seed = random.randrange(1_000_000)
    # The title of each machine has the process ID, which contains this number.
    process = str(app.process.pid)
    part = max([int(process[at:at + 3]) for at in range(len(process) - 2)], default=int(process))
    numbers = [part, *random.Random(seed).sample(range(count), 12)]
    for number in numbers:
        page.page.locator("#live-search").fill(f"lift {number}")
        page.page.locator("#live-machine").select_option(
            value=page.page.locator("#live-machine option", has_text=re.compile(rf"^lift {number} ")).get_attribute("value"))
        page.expect_entries(3)
        state = next(index for index, known in enumerate(machine["states"]) if known["isInitial"])
        expected = []
        for digit in (number % 4, number // 4 % 4, number // 16 % 4):
            outcome = "handled" if (state, digit) in steps else "rejected"
            before, state = state, steps.get((state, digit), state)
            expected.append((machine["states"][before]["name"], machine["events"][digit]["name"], outcome, machine["states"][state]["name"]))
        shown = [tuple(entry[key] for key in ("state", "event", "outcome", "after")) for entry in page.entries()]
        assert shown == expected, f"lift {number} (seed {seed}): {shown}, and not {expected}"
        broken = ["Broken: the lift never gets stuck."] if "stuck" in [step[3] for step in expected] else []
        found = page.page.locator("#live-failures li").all_text_contents()
        assert len(found) == len(broken) and all(one.startswith(other) for one, other in zip(found, broken)), found
        assert page.page.locator("#properties .broken").count() == len(broken), "properties that are marked as broken"
    world.look(page, "Refuted")
    app.end()
    page.expect_status("This machine has ended")
    # The shown machine stays, however many have ended after it.
    page.page.locator("#live-search").fill("")
    expect(page.page.locator("#live-count")).to_have_text(re.compile(rf"^200 machines; {count - 200} that ended earlier are no longer stored$"))
    page.expect_entries(3)


def streaming(world, *options):
    """An inspector, a page, and a stream that is live there."""
    inspector = world.inspector()
    page = world.page(inspector, "StreamState")
    app = world.app("stream-monitor", "--inspect", inspector.address, *options)
    page.expect_state("live")
    return inspector, page, app


def choose_shown(page):
    """Has the user choose the machine that is shown."""
    chosen = page.page.locator("#live-machine option:checked").get_attribute("value")
    page.page.locator("#live-machine").select_option(value="")
    page.page.locator("#live-machine").select_option(value=chosen)
    page.expect_status("Live; events go to the app")


def reloaded(world):
    """A page that is loaded when its app has ended goes on to the next run, and to the one after it; chosen or not."""
    inspector, page, app = streaming(world)
    for number in range(4):
        app.send(signal.SIGKILL)
        page.expect_status("The app has ended or lost the connection. The page continues with its next run")
        page.page.reload()
        page.expect_status("The app has ended or lost the connection. The page continues with its next run")
        app = world.app("stream-monitor", "--inspect", inspector.address)
        page.expect_status("Live; events go to the app")
        expect(page.page.locator("#live-machine option:checked")).to_contain_text(str(app.process.pid))
        if number == 1:
            choose_shown(page)
    # One that was over when the user chose it stays.
    ended = page.page.locator("#live-machine option", has_text="gone").first.get_attribute("value")
    page.page.locator("#live-machine").select_option(value=ended)
    page.expect_status(r"The app has ended or lost the connection\.$")
    app.end()


def replaced(world):
    """An inspector and an app that are both started again: the page goes on to the next run."""
    inspector, page, app = streaming(world)
    choose_shown(page)
    page.isOutage = True
    app.send(signal.SIGKILL)
    page.expect_status("The app has ended")
    inspector.send(signal.SIGKILL)
    page.expect_status("The inspector does not respond. The page tries again")
    world.inspector("transition-tables", at=inspector.address)
    page.expect_status("The selected machine is no longer known. The page continues with its next run")
    page.isOutage = False
    app = world.app("stream-monitor", "--inspect", inspector.address)
    page.expect_status("Live; events go to the app")
    expect(page.page.locator("#live-machine option:checked")).to_contain_text(str(app.process.pid))
    app.end()


def flooded(world, count=60_000):
    """More events than are kept: the page says how many are missing, and which."""
    inspector = world.inspector("page-fixtures")
    page = world.page(inspector, "Refuted")
    app = world.app("page-fixtures", "--flood", str(count), inspector=inspector.address)
    app.wait_for("events were sent")
    expect(page.page.locator("#position")).to_have_text(f"{count} of {count}")
    loss = page.page.locator("#live-loss").text_content()
    found = re.match(r"(\d+) events of (\d+) are missing: number 1 to (\d+)", loss)
    assert found and int(found[2]) == count and int(found[1]) >= int(found[3]) >= count - 5000, f"the page says of its loss: {loss!r}"
    page.page.locator("#reset").click()
    first = page.page.locator("#timeline li").first
    expect(first).to_contain_text(f"{found[3]} events before this point are no longer stored")
    expect(page.page.locator("#position")).to_have_text(f"{int(found[3]) + 1} of {count}")
    world.look(page, "Refuted-flooded")
    app.end()


def restarted(world):
    """A server that is killed, and started again while the app goes on; and one with another address."""
    inspector, page, app = streaming(world, "--json")
    page.isOutage = True
    inspector.send(signal.SIGKILL)
    page.expect_status("The inspector does not respond. The page tries again")
    app.type("stop")
    app.wait_for('"event":"stop"')
    other = world.inspector("transition-tables", "--port", inspector.port)
    page.expect_status("The inspector no longer knows this browser")
    other.send(signal.SIGKILL)
    page.expect_status("The inspector does not respond. The page tries again")
    world.inspector("transition-tables", at=inspector.address)
    page.expect_status("Live; events go to the app")
    page.isOutage = False
    page.expect_state("idle")
    page.send("start", "handled")
    app.wait_for('"event":"start"')
    page.expect_state("live")
    app.end()
    page.expect_status("This machine has ended")
    same(moves(page.entries()), printed_json(app.lines))


def suspended(world):
    """An app that is stopped, as by a computer that sleeps, and goes on."""
    inspector, page, app = streaming(world)
    app.send(signal.SIGSTOP)
    page.expect_status("The app does not respond and may be suspended")
    app.send(signal.SIGCONT)
    page.expect_status("Live; events go to the app")
    page.send("stop", "handled")
    app.wait_for("stop")
    app.end()


def index(world):
    """The list of machines and apps changes by itself, and each machine leads to its page."""
    inspector = world.inspector()
    page = world.page(inspector, "StreamState")
    page.page.goto(inspector.link)
    assert "?" not in page.page.url, page.page.url
    body = page.page.locator("body")
    expect(body).to_contain_text("No app is connected. The list updates when an app connects")
    world.look(page, "index-without-apps")
    apps = [world.app("stream-monitor", "--inspect", inspector.address) for _ in range(2)]
    for app in apps:
        expect(body).to_contain_text(f"stream-monitor process {app.process.pid}: running; 1 machine")
    expect(page.page.locator("#how-to-connect")).to_be_hidden()
    world.look(page, "index")
    page.page.locator("#apps > li", has_text=str(apps[1].process.pid)).get_by_role("link", name="camera").click()
    page.expect_status("Live; events go to the app")
    expect(page.page.locator("#live-machine option:checked")).to_contain_text(str(apps[1].process.pid))
    assert "?" not in page.page.url, page.page.url
    page.page.locator("#copy-link").click()
    expect(page.page.locator("#copied")).to_contain_text("copied")
    link = page.page.evaluate("navigator.clipboard.readText()")
    assert inspector.token not in link and "token" not in link, f"the link has a secret: {link}"
    page.page.goto(inspector.origin)
    for app in apps:
        app.end()
        expect(body).to_contain_text(f"stream-monitor process {app.process.pid}: it has ended")
    page.page.get_by_role("link", name="StreamState").click()
    page.expect_status("This machine has ended")


def payload(world):
    """What happens with an article for nothing? With one for 300? The form sends any payload, and the app says what is wrong with it."""
    inspector = world.inspector("page-fixtures")
    page = world.page(inspector, "Checkout")
    app = world.app("page-fixtures", "--shop", inspector=inspector.address)
    app.wait_for("the shop is open")
    page.expect_status("Live; events go to the app")
    panel, outcome = page.page.locator("#payload-panel"), page.page.locator("#payload-outcome")
    panel.locator("summary").focus()
    page.page.keyboard.press("Enter")
    price = panel.get_by_label("price UInt8")
    expect(price).to_have_value("5")
    # Everything by keyboard: the price, and Enter.
    price.fill("0")
    price.press("Enter")
    expect(outcome).to_have_text("handled")
    page.expect_state(r"open\(total: 0\)")
    expect(page.page.locator("#timeline [aria-current]")).to_contain_text("stays")
    # The price does not fit: the error is at the field, which has the focus, and nothing was sent.
    for text, words in (("300", "does not fit into the type UInt8"), ("many", "A number is required")):
        price.fill(text)
        price.press("Enter")
        expect(outcome).to_have_text("Not sent.")
        expect(price).to_have_attribute("aria-invalid", "true")
        expect(price).to_be_focused()
        error = page.page.locator("#" + price.get_attribute("aria-describedby"))
        expect(error).to_contain_text(words)
        page.expect_entries(1)
    world.look(page, "Checkout-payload-error")
    # An optional, a choice, and a list.
    price.fill("7")
    panel.get_by_label("note optional").check()
    panel.get_by_label("note", exact=True).fill('a "note" </script>')
    panel.get_by_label("gift").select_option("true")
    panel.get_by_role("button", name="Add", exact=True).click()
    page.page.keyboard.type("second")
    panel.get_by_role("button", name="Send to the app").click()
    page.expect_state(r"open\(total: 7\)")
    world.look(page, "Checkout-payload")
    # Swift reads the copied recording, since it has the values.
    assert page.entries()[-1]["values"]["event"]["add"]["price"] == 7, page.entries()[-1]
    event = page.entries()[-1]["event"]
    for part in ("price: 7", "gift: true", r'a \"note\" </script>', '["new", "second"]'):
        assert part in event, event
    # A nested payload.
    panel.get_by_label("Event").select_option("pay")
    panel.get_by_label("brand").select_option(label="amex")
    panel.get_by_role("button", name="Send to the app").click()
    expect(outcome).to_have_text("handled")
    # The shop delivers by itself, and a step removes the note that something was copied.
    page.expect_state("delivered")
    entries = page.entries()
    paid = next(entry for entry in entries if entry["path"]["event"] == ["pay"])
    assert "4242" in paid["event"] and "amex" in paid["event"], paid
    # A page of an app that accepts only samples says so.
    other = world.page(inspector, "Warehouse")
    other.expect_status("Live; events go to the app")
    expect(other.page.locator("#payload-note")).to_contain_text("accepts only sample events")
    expect(other.page.locator("#payload-panel")).to_be_hidden()
    app.end()
    expect(panel).to_be_hidden()


def together(world):
    """Which machine told the warehouse to pack, and in which state was each machine then?"""
    inspector = world.inspector("page-fixtures")
    page = world.page(inspector, "Checkout")
    app = world.app("page-fixtures", "--shop", inspector=inspector.address)
    app.wait_for("the shop is open")
    page.page.goto(inspector.origin)
    page.page.get_by_role("link", name="side by side", exact=True).click()
    lanes, rows, found = page.page.locator("#lanes > li:not(.scale)"), page.page.locator("#sequence button"), page.page.locator("#found")
    expect(found).to_have_text("3 of 3 machines")
    expect(lanes).to_have_count(3)
    cart = world.page(inspector, "Checkout")
    cart.page.locator("#live-search").fill("cart")
    chosen = cart.page.locator("#live-machine option", has_text=re.compile("^cart ")).get_attribute("value")
    cart.page.locator("#live-machine").select_option(value=chosen)
    for _ in range(4):
        cart.send("add", "handled")
    cart.send("pay", "handled")
    cart.expect_state("delivered")
    cart.close()
    expect(rows).to_have_count(8)
    sentences = [row.get_attribute("aria-label").split(": ", 1)[1] for row in rows.all()]
    assert sentences[4].startswith("cart receives pay") and sentences[4].endswith("to paid"), sentences
    assert sentences[5] == "warehouse receives pack, sent in a turn of cart: idle to packing", sentences
    assert sentences[6] == "warehouse receives packed: packing to idle", sentences
    assert sentences[7] == "cart receives deliver, sent by work of warehouse: paid to delivered", sentences
    expect(lanes.nth(1)).to_contain_text("Broken: nothing is free")
    world.look(page, "together")
    # By keyboard: from the last event to the one that told the warehouse.
    rows.nth(7).focus()
    for _ in range(2):
        page.page.keyboard.press("ArrowUp")
    expect(rows.nth(5)).to_be_focused()
    expect(rows.nth(5)).to_have_attribute("aria-current", "step")
    now = [lane.text_content() for lane in page.page.locator("#lanes .now").all()]
    assert now[0] == "packing" and now[2] == "open(total: 0)", now
    page.page.locator("#previous").click()
    expect(rows.nth(4)).to_have_attribute("aria-current", "step")
    world.look(page, "together-moment")
    page.page.locator("#moment").focus()
    page.page.keyboard.press("Home")
    expect(page.page.locator("#lanes .now")).to_have_text(["idle", "not there yet", "not there yet"])
    page.page.locator("#latest").click()
    expect(page.page.locator("#moment-name")).to_have_text("latest")
    # A machine that has ended stays readable.
    app.type("end")
    expect(lanes.nth(2)).to_contain_text("ended")
    expect(lanes.nth(2)).to_contain_text("paid")
    page.page.locator("#find").fill("ware")
    expect(page.page.locator("#lanes a")).to_have_text(["warehouse"])
    page.page.locator("#lanes a").click()
    page.expect_status("Live; events go to the app")
    app.end()
    page.page.go_back()
    # Some versions of the browser restore the words in the field.
    page.page.locator("#find").fill("")
    expect(found).to_have_text("3 of 3 machines")
    world.look(page, "together-ended")
    page.page.locator("#latest").click()
    page.page.locator("#copy-test").click()
    expect(page.page.locator("#copied")).to_have_text("Swift test copied.")
    test = page.page.evaluate("navigator.clipboard.readText()")
    assert 'cart.send(.add(price: 5, gift: false, note: nil, tags: ["new"])).isHandled' in test, test
    assert "// A hook of cart sends pack to warehouse: handled." in test, test
    # What is saved has the values of the events, and shows the same when it is opened.
    with page.page.expect_download() as download:
        page.page.locator("#save-all").click()
    saved = pathlib.Path(download.value.path()).read_text()
    header, *lines = [json.loads(line) for line in saved.splitlines()]
    assert header["version"] == 3 and header["date"], header
    added = next(line for line in lines if isinstance(line, dict) and line.get("entry", {}).get("path", {}).get("event") == ["add"])
    assert added["entry"]["values"]["event"]["add"]["price"] == 5, added
    shown = rows.evaluate_all("(rows) => rows.map((row) => row.getAttribute('aria-label'))")
    page.page.locator("#file").set_input_files({"name": "shop.jsonl", "mimeType": "text/plain", "buffer": saved.encode()})
    expect(page.page.locator("#source")).to_have_text("shop.jsonl")
    assert rows.evaluate_all("(rows) => rows.map((row) => row.getAttribute('aria-label'))") == shown
    expect(page.page.locator("#sequence [aria-current] + .failure")).to_have_text("Broken: nothing is free")
    world.look(page, "together-file")


def fleet(world):
    """What has become of order 3 of the fleet? The orders are there by their IDs, also when the program has ended."""
    inspector = world.inspector()
    page = world.page(inspector, "Order")
    app = world.app("orders", "--orders", "12", "--inspect", inspector.address)
    page.page.goto(inspector.origin + "/together")
    names, found = page.page.locator("#lanes .who > :first-child"), page.page.locator("#found")
    expect(found).to_have_text("10 of 10 machines")
    app.end()
    expect(page.page.locator("#lanes .over")).to_have_count(10)
    assert sorted(names.all_text_contents()) == [f"order-{number:04}" for number in range(1, 11)], names.all_text_contents()
    page.page.locator("#find").fill("order-0003")
    expect(names).to_have_text(["order-0003"])
    state = page.page.locator("#lanes .now").text_content()
    expect(page.page.locator("#sequence button").last).to_contain_text(state)
    world.look(page, "together-fleet")
    names.first.click()
    page.expect_status("This machine has ended")
    page.expect_state(re.escape(state))


CHECKS = [camera, payload, together, fleet, figures, video, reloaded, replaced, restarted, suspended, flooded, crowd, index]


class World:
    """What a check has started; it ends with the check."""

    def __init__(self, browser, options):
        self.options = options
        self.context = browser.new_context(viewport=looks.WIDE, permissions=["clipboard-read", "clipboard-write"],
                                           reduced_motion="reduce")
        self.programs = []
        self.pages = []

    def inspector(self, name="transition-tables", *arguments, at=None):
        self.programs.append(Inspector(self.options.programs / name, *arguments, at=at))
        return self.programs[-1]

    def app(self, name, *arguments, inspector=None):
        self.programs.append(Program(self.options.programs / name, *arguments, inspector=inspector))
        return self.programs[-1]

    def page(self, inspector, machine):
        self.pages.append(LivePage(self, inspector, machine))
        return self.pages[-1]

    def look(self, page, name):
        """Wide and narrow, light and dark: nothing is wider than the window, and nothing is inaccessible."""
        looks.fits(page, name, self.options.screenshots / f"live-{name}")

    def end(self):
        for program in self.programs:
            program.process.kill()
        self.context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("programs", "screenshots"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--only", action="append", help="only this check; may be given more than once, and gives the order")
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=1000 * LIMIT)
    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        known = {check.__name__: check for check in CHECKS}
        for check in [known[name] for name in options.only or known]:
            begin, world = time.monotonic(), World(browser, options)
            try:
                check(world)
            except (AssertionError, Error) as error:
                complaints.append(f"{check.__name__}: {error}")
            complaints += [f"{check.__name__}: {complaint}" for page in world.pages for complaint in page.complaints]
            world.end()
            print(f"{check.__name__}: {time.monotonic() - begin:.1f} s", flush=True)
        browser.close()
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
