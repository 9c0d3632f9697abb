"""Takes the pictures of a playable page that the README and an article show, light and dark: the page, and a story that moves.

usage: picture.py PAGE_OF_STREAM_STATE
"""

import pathlib
import sys

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path("Sources/StateMachineCatalog/StateMachineCatalog.docc/Resources")
EVENTS = ["start", "bufferFinished", "playerFailed(\"no signal\")", "retry"]

#: What comes after these events in the moving picture.
STORY = ["bufferFinished", "stop"]


def main(page_file):
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme, name in (("light", "page.png"), ("dark", "page~dark.png")):
            context = browser.new_context(
                viewport={"width": 1280, "height": 860}, color_scheme=scheme, reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(page_file.resolve().as_uri())
            for event in EVENTS:
                page.locator("#events button", has_text=event).click()
            page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
            page.screenshot(path=FOLDER / name)
            for event in STORY:
                page.locator("#events button", has_text=event).first.click()
            with page.expect_download() as download:
                page.locator("#save-moving").click()
            download.value.save_as(FOLDER / name.replace("page", "story").replace(".png", ".svg"))
            context.close()
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
