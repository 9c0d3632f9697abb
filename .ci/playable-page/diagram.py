"""The diagram in its frame: it fits, it can be zoomed and moved, and it stays in sight beside the events on a phone."""

import time

import looks

#: Where the frame, the drawing and the middle of the current state are, in pixels.
PLACES = """() => {
  const box = (found) => {
    const { left, top, right, bottom } = found.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const frame = document.querySelector("#picture");
  const drawing = box(frame.querySelector("svg > g"));
  const lit = [...frame.querySelectorAll("svg .node.active")].map(box);
  return { frame: box(frame), drawing, lit, window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    map: !document.querySelector("#map").hidden, part: box(document.querySelector("#map .part")),
    whole: box(document.querySelector("#map")), scale: document.querySelector("#zoom-level").textContent };
}"""

#: Two fingers that move apart, on the middle of the frame.
PINCH = """() => {
  const frame = document.querySelector("#picture");
  const { left, top, width, height } = frame.getBoundingClientRect();
  const touch = (type, pointerId, x) => frame.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: "touch", button: 0,
    bubbles: true, clientX: left + width / 2 + x, clientY: top + height / 2 }));
  touch("pointerdown", 1, -20);
  touch("pointerdown", 2, 20);
  for (let x = 20; x <= 60; x += 5) { touch("pointermove", 1, -x); touch("pointermove", 2, x); }
  touch("pointerup", 1, -60);
  touch("pointerup", 2, 60);
}"""


def places(playing):
    # A frame of the browser, in which it notices other sizes.
    playing.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return playing.page.evaluate(PLACES)


def isInside(inner, outer, slack=1.5):
    return (inner["left"] >= outer["left"] - slack and inner["right"] <= outer["right"] + slack
            and inner["top"] >= outer["top"] - slack and inner["bottom"] <= outer["bottom"] + slack)


def settled(playing, isSo, patience=5):
    """Where things are as soon as the browser has told the page of its new size, or at the end of patience."""
    end = time.monotonic() + patience
    while True:
        found = places(playing)
        if time.monotonic() > end or isSo(found):
            return found
        time.sleep(0.05)


def isWhole(found):
    return not found["map"] and isInside(found["drawing"], found["frame"])


#: How high the lowest label is that the frame shows, how wide the picture is in the frame, and how much of the frame its regions cover.
OPENING = """() => {
  const box = (found) => found.getBoundingClientRect();
  const [frame, picture] = [box(document.querySelector("#picture")), document.querySelector("#picture > svg")];
  const inFrame = ({ left, top, right, bottom }) =>
    left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom;
  const labels = [...picture.querySelectorAll("text")].filter((text) => text.textContent.trim() && !text.closest(".cover"));
  const regions = [...picture.querySelectorAll("[id^=region_]")].map(box);
  const area = (boxes) => boxes.reduce((sum, { left, top, right, bottom }) => sum +
    Math.max(0, Math.min(right, frame.right) - Math.max(left, frame.left)) *
    Math.max(0, Math.min(bottom, frame.bottom) - Math.max(top, frame.top)), 0) / frame.width / frame.height;
  return { label: Math.min(...labels.map(box).filter(inFrame).map(({ height }) => height)),
    used: area(regions.length > 0 ? regions : [box(picture.querySelector("g"))]),
    isLarge: document.querySelector("#zoom-level").textContent === "100 %",
    isLit: [...picture.querySelectorAll(".node.active")].some((state) => inFrame(box(state))) };
}"""


def opens(playing):
    """What is it about? When the page opens, the labels can be read, the current state is in sight, and the room is used."""
    if not playing.has_picture:
        return
    for window, least in (looks.WIDE, 11), ({"width": 1440, "height": 900}, 11), (looks.NARROW, 10):
        playing.page.set_viewport_size(window)
        playing.reopen()
        places(playing)
        found = playing.page.evaluate(OPENING)
        playing.expect(round(found["label"], 1) >= least, f"a label is {found['label']} pixels high in {window}")
        playing.expect(found["isLit"], f"the current state is not in sight in {window}")
        playing.expect(found["used"] > 0.62 or found["isLarge"], f"the diagram uses {found['used']:.0%} of its room in {window}")
    playing.page.set_viewport_size(looks.WIDE)
    playing.reopen()


def fits(playing):
    """Where is the rest of the diagram? All of it is in the frame at the press of a button, in any window."""
    if not playing.has_picture:
        return
    playing.reopen()
    for window in (looks.WIDE, looks.NARROW, {"width": 844, "height": 390}, looks.WIDE):
        playing.page.set_viewport_size(window)
        found = settled(playing, lambda found: isWhole(found) or found["scale"] == "72 %")
        playing.expect(isWhole(found) or found["scale"] == "72 %", f"in {window} the diagram has the size of another window: {found}")
        playing.fit()
        found = settled(playing, isWhole)
        playing.expect(isWhole(found), f"the diagram is cut in {window}, or there is a map of one that is not: {found}")
        playing.page.locator("#zoom-in").click()
        playing.expect(places(playing)["map"], f"there is no map of a diagram that is cut, in {window}")


def zooms(playing):
    """How do I read a small label? With buttons, keys, wheel and fingers; and I find the way back."""
    if not playing.has_picture:
        return
    page = playing.page
    playing.reopen()
    playing.fit()
    frame = page.locator("#picture")
    frame.scroll_into_view_if_needed()
    before = places(playing)
    middle = [(before["frame"][one] + before["frame"][other]) / 2 for one, other in (("left", "right"), ("top", "bottom"))]

    def wheel(x, y, control=True):
        page.mouse.move(*middle)
        if control:
            page.keyboard.down("Control")
        page.mouse.wheel(x, y)
        page.wait_for_function("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        if control:
            page.keyboard.up("Control")

    def key(name):
        frame.focus()
        page.keyboard.press(name)

    for what, zoom, back in (
        ("buttons", lambda: page.locator("#zoom-in").click(), lambda: page.locator("#zoom-fit").click()),
        ("keys", lambda: key("+"), lambda: key("0")),
        ("the wheel", lambda: wheel(0, -200), lambda: [wheel(0, 200) for _ in range(9)]),
        ("fingers", lambda: page.evaluate(PINCH), lambda: page.locator("#zoom-fit").click()),
    ):
        zoom()
        zoomed = places(playing)
        playing.expect(width(zoomed["drawing"]) > 1.1 * width(before["drawing"]), f"{what} do not zoom")
        playing.expect(zoomed["map"] and isInside(zoomed["part"], zoomed["whole"]), f"after {what} there is no map: {zoomed}")
        back()
        again = places(playing)
        playing.expect(abs(width(again["drawing"]) - width(before["drawing"])) < 1 and not again["map"], f"{what} do not lead back")

    for _ in range(4):
        key("+")
    page.mouse.move(*middle)
    for what, move in (
        ("an arrow key", lambda: key("ArrowRight")), ("the wheel", lambda: wheel(40, 0, control=False)),
        ("dragging", lambda: (page.mouse.down(), page.mouse.move(middle[0] - 50, middle[1], steps=5), page.mouse.up())),
    ):
        before, shown = places(playing), playing.shown()
        selected = playing.text("#about")
        move()
        after = places(playing)
        playing.expect(after["drawing"]["left"] < before["drawing"]["left"] - 10, f"{what} does not move the diagram")
        playing.expect(after["part"]["left"] > before["part"]["left"], f"{what} does not move the map")
        playing.equal((playing.shown(), playing.text("#about")), (shown, selected), f"after {what}, which only moves the diagram")
    page.locator("#map svg").click(position={"x": 4, "y": 4})
    after = places(playing)
    playing.expect(after["part"]["left"] <= after["whole"]["left"] + 6, "a click on the map does not move the diagram")
    page.locator("#zoom-state").click()
    found = places(playing)
    playing.expect(any(isInside(lit, found["frame"]) for lit in found["lit"]), f"the button does not show the current state: {found}")
    key("0")


def width(box):
    return box["right"] - box["left"]


def phone(playing):
    """What did my tap do? The button, the state and the diagram are on one screen."""
    if not playing.has_picture:
        return
    page = playing.page
    playing.reopen()
    page.set_viewport_size(looks.NARROW)
    first = places(playing)
    state = page.locator("#state").bounding_box()
    playing.expect(isInside(first["frame"], first["window"]) and state["y"] + state["height"] <= looks.NARROW["height"],
                   "the diagram and the state are not both on the first screen")
    playing.unfold()
    events = range(len(playing.events))
    for event in (*events[:6], *events[-3:]):
        button = playing.button(event)
        button.scroll_into_view_if_needed()
        button.click()
        box, shown = button.bounding_box(), places(playing)
        name = playing.events[event]["name"]
        isSeen = box["y"] >= shown["frame"]["bottom"] - 1 and box["y"] + box["height"] <= looks.NARROW["height"] + 1
        playing.expect(isSeen, f"{name} is not on the screen with the diagram: {box}")
        playing.expect(isInside(shown["frame"], shown["window"]), f"after {name} the diagram is off the screen")
        playing.expect(any(isInside(lit, shown["frame"]) for lit in shown["lit"]), f"after {name} no lit state is in sight")
        now = page.locator("#now")
        top = now.bounding_box()
        playing.expect(now.is_visible() and top and 0 <= top["y"] <= shown["frame"]["top"], f"after {name} no state is beside the diagram")
        present = playing.shown()["present"]
        if present:
            playing.equal(now.text_content(), playing.states[present[0]]["name"], "state beside the diagram")
    page.set_viewport_size(looks.WIDE)
