"""Widths, themes, motion, accessibility, sizes, saved pictures; and screenshots to be looked at."""

import re
import xml.etree.ElementTree as ElementTree

from axe_playwright_python.sync_playwright import Axe

SVG = "{http://www.w3.org/2000/svg}"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def sizes(playing, limit=400_000):
    text = playing.file.read_text()
    parts = re.findall(r"<style>(.*?)</style>|<script type=\"module\">(.*?)</script>", text, re.DOTALL)
    size = sum(len(part.encode()) for both in parts for part in both)
    playing.expect(0 < size <= 200_000, f"script and style have {size} bytes")
    playing.expect(playing.file.stat().st_size <= limit, f"the page has {playing.file.stat().st_size} bytes")


def everywhere(playing, screenshots):
    """Wide and narrow, light and dark: as the checks left the page, and after some events."""
    surfaces = set()
    playing.page.emulate_media(color_scheme="dark")
    accessible(playing, "dark, as it was left")
    playing.reopen()
    for event in playing.sequence(3):
        playing.button(event).click()
    playing.page.evaluate("scrollTo(0, 0)")
    for scheme in ("light", "dark"):
        playing.page.emulate_media(color_scheme=scheme)
        for width, window in (("wide", WIDE), ("narrow", NARROW)):
            playing.page.set_viewport_size(window)
            overflow = playing.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            playing.expect(overflow <= 0, f"{width}: the document is {overflow} pixels wider than the window")
            playing.page.screenshot(path=screenshots / f"{playing.file.stem}-{width}-{scheme}.png", full_page=True)
        surfaces.add(playing.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        accessible(playing, scheme)
        readable(playing, scheme)
        playing.page.emulate_media(contrast="more")
        readable(playing, f"{scheme}, with more contrast")
        playing.page.emulate_media(contrast="no-preference")
    playing.page.emulate_media(media="print", color_scheme="light")
    hidden = playing.page.evaluate("""[...document.querySelectorAll("#table, #timeline, #properties")].filter((part) =>
        part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1).map((part) => part.id)""")
    playing.expect(not hidden, f"on paper, {hidden} is cut off")
    playing.page.emulate_media(media="screen")
    playing.equal(len(surfaces), 2, "themes")
    playing.page.emulate_media(color_scheme="light")
    playing.page.set_viewport_size(WIDE)


def fits(shown, name, path, narrow=NARROW):
    """Wide and narrow, light and dark: nothing is wider than the window, and nothing is inaccessible."""
    for scheme in ("light", "dark"):
        shown.page.emulate_media(color_scheme=scheme)
        for width, window in (("wide", WIDE), ("narrow", narrow)):
            shown.page.set_viewport_size(window)
            overflow = shown.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{name}, {width}: the document is {overflow} pixels wider than the window"
            shown.page.screenshot(path=f"{path}-{width}-{scheme}.png", full_page=True)
        accessible(shown, f"{name}, {scheme}")
    shown.page.emulate_media(color_scheme="light")
    shown.page.set_viewport_size(WIDE)


def accessible(playing, what):
    for violation in Axe().run(playing.page).response["violations"]:
        nodes = [node["html"][:120] for node in violation["nodes"][:3]]
        playing.complain(f"{what}: axe finds {violation['id']}: {violation['help']} {nodes}")


# The texts of the picture with a contrast below 4.5 : 1 (WCAG 2.2, 1.4.3). A text is on the shape of its state, or on the page.
FAINT_TEXTS = """() => {
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (color) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([...top], bottom, opacity) => [0, 1, 2].map((at) => {
    const alpha = top[3] * opacity;
    return top[at] * alpha + bottom[at] * (1 - alpha);
  });
  const luminance = (color) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
    const part = color[at] / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
  const around = (element) => {
    const color = parts(getComputedStyle(element).backgroundColor);
    return color[3] > 0 || !element.parentElement ? color : around(element.parentElement);
  };
  const page = around(document.querySelector("#picture"));
  return [...document.querySelectorAll("#picture svg text")].flatMap((text) => {
    const shape = text.closest(".node, .cluster")?.querySelector("path:not(.area), polygon:not(.area)");
    const filled = shape && getComputedStyle(shape).fill !== "none" ? over(parts(getComputedStyle(shape).fill), page, 1) : page;
    let opacity = 1;
    for (let element = text; element; element = element.parentElement) opacity *= Number(getComputedStyle(element).opacity);
    const lights = [luminance(over(parts(getComputedStyle(text).fill), filled, opacity)), luminance(filled)].sort((one, other) => one - other);
    const contrast = (lights[1] + 0.05) / (lights[0] + 0.05);
    return contrast < 4.5 ? [`${text.textContent.trim()}: ${contrast.toFixed(1)}`] : [];
  });
}"""


def readable(playing, what):
    faint = playing.page.evaluate(FAINT_TEXTS)
    playing.expect(not faint, f"{what}: texts of the picture with a contrast below 4.5: {faint[:5]}")


def motion(playing):
    """Exits and entries light up in their order, unless less motion is asked for."""
    page = playing.page
    step = max(playing.machine["transitions"], key=lambda step: len(
        set(playing.states[step["source"]]["chartStates"]) ^ set(playing.states[step["target"]]["chartStates"])))
    before, after = playing.states[step["source"]]["chartStates"], playing.states[step["target"]]["chartStates"]
    steps = [(id, "exiting") for id in reversed(before) if id not in after]
    steps += [(id, "entering") for id in after if id not in before]
    playing.stop_time()
    for preference, expected in (("no-preference", steps), ("reduce", [])):
        page.emulate_media(reduced_motion=preference)
        playing.go(step["source"])
        playing.button(step["event"]).dispatch_event("click")
        seen = []
        for _ in range(8):
            page.clock.run_for(70)
            for kind in ("exiting", "entering"):
                ids = page.evaluate(f"[...document.querySelectorAll('#picture .{kind}')].map((found) => found.id)")
                seen += [(id, kind) for id in sorted(ids, key=(before[::-1] + after).index) if (id, kind) not in seen]
        playing.equal(seen, expected, f"exits and entries with motion: {preference}")
        page.clock.run_for(5000)
        left = page.locator("#picture .exiting, #picture .entering, #picture .coming").count()
        playing.equal(left, 0, f"exits and entries that stay lit with motion: {preference}")
        if preference == "no-preference":
            # Style sheets keep their own time.
            page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished))")
        animations = page.evaluate("document.getAnimations().length")
        playing.expect(preference == "no-preference" or animations == 0, "something moves although less motion is asked for")
    page.clock.resume()


def saved(playing, button):
    """What a button saves, pressed by keyboard: the name of the file, and its bytes."""
    with playing.page.expect_download() as download:
        playing.page.locator(f"#{button}").focus()
        playing.page.keyboard.press("Enter")
    name = download.value.suggested_filename
    playing.page.locator("#copied", has_text=f"{name} saved.").wait_for()
    return name, open(download.value.path(), "rb").read()


def plain(color):
    """A color that was mixed, as files write it."""
    mixed = re.fullmatch(r"color\(srgb (\S+) (\S+) (\S+?)(?: / (\S+))?\)", color)
    if not mixed:
        return color
    parts = ", ".join(str(int(255 * float(part) + 0.5)) for part in mixed.groups()[:3])
    return f"rgba({parts}, {mixed[4]})" if mixed[4] else f"rgb({parts})"


def pictures(playing):
    """How does it look, and how did it come about? A file shows it without the page, still or moving."""
    if not playing.has_picture:
        return
    page = playing.page
    playing.reopen()
    events = playing.sequence(2)
    for event in events:
        playing.button(event).click()
    before = playing.shown()
    playing.fit()
    name, text = saved(playing, "save-svg")
    playing.expect(re.fullmatch(r"[\w-]+\.svg", name), f"the SVG is called {name}")
    drawn = ElementTree.fromstring(text)
    words = " ".join("".join(found.itertext()) for found in drawn.iter(f"{SVG}text"))
    states = {part for state in playing.machine["chart"]["regions"] for part in (inner["name"] for inner in state["states"])}
    squeezed = "".join(words.split())
    missing = [state for state in states if "".join(state.split()) not in squeezed]
    playing.expect(not missing or playing.name.startswith("<"), f"the SVG has no {missing}")
    playing.expect(b"class=" not in text and b"var(" not in text and b"href" not in text, "the SVG needs the page")
    box = page.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('#picture svg').viewBox.baseVal)")
    shown = [float(part) for part in drawn.get("viewBox").split()]
    playing.expect(all(abs(one - other) < 0.02 for one, other in zip(box, shown)), f"the SVG shows {shown}, and the page {box}")
    lit = page.evaluate("getComputedStyle(document.querySelector('#picture svg .active > path, #picture svg .active > polygon')).fill")
    playing.expect(plain(lit).encode() in text, f"nothing in the SVG has the color of the current state, {lit}")

    name, png = saved(playing, "save-png")
    playing.expect(name.endswith(".png") and png[:8] == b"\x89PNG\r\n\x1a\n", f"{name} is not a PNG")
    size = [int.from_bytes(png[at:at + 4], "big") for at in (16, 20)]
    scale = min(2, 8000 / max(box[2:]))
    playing.expect(all(abs(found - scale * one) <= 1.5 for found, one in zip(size, box[2:])), f"the PNG has {size} pixels for {box}")

    name, text = saved(playing, "save-moving")
    moving = ElementTree.fromstring(text)
    frames = [found for found in moving if found.tag == f"{SVG}g"]
    playing.equal(len(frames), len(events) + 1, "frames of the moving picture")
    letters = min(float(found.get("font-size")) for frame in frames for found in frame.findall(f"{SVG}text"))
    letters *= min(1, 720 / float(moving.get("width")))
    playing.expect(letters >= 12, f"captions have letters of {letters} pixels in a picture of 720 pixels")
    captions = ["".join(frame.findall(f"{SVG}text")[-1].itertext()) for frame in frames]
    for caption, event in zip(captions[1:], events):
        playing.expect("".join(playing.events[event]["name"].split())[:5] in "".join(caption.split()) or playing.name.startswith("<"),
                       f"a frame says {caption!r} of {playing.events[event]['name']}")
    playing.equal(frames[-1].get("visibility"), None, "the last frame for a reader that shows no motion")
    playing.equal(playing.shown(), before, "what the page shows after saving")
