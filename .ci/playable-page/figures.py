"""The page of a fleet of durable machines, whose file is filled here."""

import json
import pathlib
import re
import signal
import sqlite3
import subprocess
import tempfile
import time
from urllib.parse import quote

from playwright.sync_api import expect

from live_page import LivePage

#: Names and payloads that are no markup, no table and no address.
HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=a>', "a|b 'c' \"d\"", "\u202ertl", "é/ü %00 #x?y=&z"]


def fill(file, parked):
    """A machine for each parked job, in five states, and a few due jobs of each age."""
    connection, now = sqlite3.connect(file), time.time_ns() // 1000
    names = HOSTILE + [f"order-{number:05}" for number in range(len(HOSTILE), parked)]
    states = ["charging", "delivered", "placed", "refused", "shipped"]
    for number, name in enumerate(names):
        state, word = states[number % 5], HOSTILE[number % 5]
        connection.execute("INSERT INTO orders_machines VALUES (?, 1, 1, 1, ?, ?, 0)", (name, state, json.dumps({state: {"card": word}})))
        connection.execute("INSERT INTO orders_history (machine, number, identifier, kind, time, version, shape, content, words)"
                           " VALUES (?, 1, '', 'rejected', ?, 1, 1, ?, ?)", (name, now, json.dumps({"pay": {"card": word}}), word))
        job = "INSERT INTO orders_jobs (machine, version, ordinal, activity, queue, shape, due, state, attempts, failures, next_take, last_error)" \
              " VALUES (?, 1, ?, ?, ?, 1, ?, ?, 3, 3, ?, ?)"
        activity = json.dumps({"charge": {"card": word, "note": "long " * (100 if number == 1 else 1)}})
        connection.execute(job, (name, 0, activity, "charge", now, "parked", None, f"The card {word} was declined"))
        age = [20, 600, 8000][number % 3]
        if number < 30:
            state = "waiting" if number % 2 else "held"
            connection.execute(job, (name, 1, '{"ship":{}}', "ship", now, state, now - (age + number) * 1_000_000, None))
    connection.execute("INSERT INTO orders_controls (kind, name, paused_since, reason, period, head_start) VALUES ('queue', 'ship', ?, ?, 1, 0)",
                       (now, HOSTILE[0]))
    connection.commit()
    connection.close()


def figures(world):
    """What is parked, and why? An operator has only the file and the command."""
    folder = world.options.screenshots.parent / "fleets"
    folder.mkdir(exist_ok=True)
    file = tempfile.mktemp(".db", dir=folder)
    command = str(world.options.programs / "durable-machines")
    subprocess.run([command, "schema", file, "orders", "--apply"], check=True, stdout=subprocess.DEVNULL)
    server = world.app("durable-machines", "inspect", file, "orders", "--no-open")
    server.link = server.wait_for("/?once=")
    server.origin = server.link.split("/?")[0]
    server.page = lambda _: server.link
    page = LivePage(world, server, None)
    world.pages.append(page)
    body, trouble, parked = page.page.locator("body"), page.page.locator("#trouble"), page.page.locator("#parked > li")
    expect(page.page.locator("#machines")).to_have_text("no machines")
    expect(page.page.locator("#due-note")).to_have_text("No job is due.")
    world.look(page, "figures-empty")

    fill(file, parked=10_050)
    expect(page.page.locator("#machines tr")).to_have_count(5)
    expect(page.page.locator("#machines")).to_contain_text("charging2,010")
    expect(page.page.locator("#parked-count")).to_have_text("the first 100 of at least 10,000, by the names of their machines")
    expect(page.page.locator("#due tr")).to_have_text(["1 h or more55", "1 to 60 min55", "1 to 60 s55", "less than 1 s00"])
    expect(page.page.locator("#queues")).to_have_text(re.compile("ship302 h 1[34] min"))
    expect(page.page.locator("#pauses")).to_contain_text("The queue ship: paused since")
    expect(page.page.locator("#pauses")).to_contain_text(HOSTILE[0])
    expect(parked).to_have_count(100)
    expect(body).not_to_contain_text("undefined")
    for name in HOSTILE[:3]:
        expect(parked.filter(has=page.page.get_by_role("link", name=name, exact=True))).to_contain_text("was declined")
    world.look(page, "figures-parked")

    # What is open stays open while the figures change.
    parked.nth(0).locator("summary").click()
    connection = sqlite3.connect(file)
    connection.execute("DELETE FROM orders_jobs WHERE machine = 'order-00005' AND ordinal = 0")
    connection.commit()
    connection.close()
    expect(parked.get_by_role("link", name="order-00005", exact=True)).to_have_count(0)
    expect(parked.nth(0).locator("details")).to_have_attribute("open", "")

    # A name leads to the machine: by keyboard, by a link, and in the address of the page.
    title, history = page.page.locator("#machine-title"), page.page.locator("#history > li")
    page.page.locator("#name").fill(HOSTILE[1])
    page.page.keyboard.press("Enter")
    for name in HOSTILE[1:3]:
        expect(title).to_have_text(name)
        expect(history).to_contain_text([name])
        expect(page.page.locator("#machine-panel")).to_be_focused()
        parked.get_by_role("link", name=HOSTILE[2], exact=True).click()
    # So does a link to the machine that is shown already.
    expect(page.page.locator("#machine-panel")).to_be_focused()
    for name in HOSTILE[3:]:
        page.page.goto(f"{server.origin}/#{quote(name, safe='')}")
        page.page.reload()
        expect(title).to_have_text(name.replace("\u202e", "\\u{202E}"))
        expect(page.page.locator("#machine-jobs > li")).to_have_count(2)
    world.look(page, "figures-machine")
    page.page.get_by_role("link", name="Close").click()
    expect(title).to_be_hidden()

    # The store is gone, and comes back.
    shown = page.page.locator("#time").text_content().removeprefix("Figures of ")
    pathlib.Path(file).rename(file + "-elsewhere")
    expect(trouble).to_have_text(re.compile(r"Cannot open .*: There is no such file\. The figures below are those of \d\d:\d\d:\d\d UTC\.$"))
    expect(page.page.locator("#machines")).to_contain_text("2,010")
    world.look(page, "figures-gone")
    pathlib.Path(file + "-elsewhere").rename(file)
    expect(trouble).to_be_empty()
    expect(page.page.locator("#time")).not_to_have_text(f"Figures of {shown}")
    page.isOutage = True
    server.send(signal.SIGKILL)
    expect(trouble).to_contain_text("The inspector does not respond.")
