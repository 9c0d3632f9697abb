"""Follows every link of the documentation site, and opens its pages in a headless browser.

usage: crawl_site.py SITE_FOLDER BASE_PATH

Every link of every page must lead to a page of the site, and to a section of it where it names one. The browser, which finds the site
served under its base path on the loopback interface, opens every article, tutorial and module, and every thirtieth page of a symbol. It
fails if a page does not appear, if the sidebar of a module does not list its contents, if a request fails or goes elsewhere, or if the
console reports an error.
"""

import asyncio
import functools
import http.server
import json
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import async_playwright

PAGES_AT_ONCE = 3


class Page:
    """What the site's data says of one page."""

    def __init__(self, path, file):
        self.path, data = path, json.loads(file.read_text())
        self.is_symbol = data.get("kind") == "symbol" and data.get("metadata", {}).get("symbolKind") != "module"
        # A chapter of tutorials is a heading without a page.
        chapters = [chapter["reference"] for chapter in data.get("hierarchy", {}).get("modules", []) if data.get("kind") != "symbol"]
        self.links = [
            reference["url"] for name, reference in data.get("references", {}).items()
            if str(reference.get("url", "")).startswith("/") and name not in chapters
        ]
        self.anchors = set(self.anchors_in(data))

    def anchors_in(self, value):
        if isinstance(value, dict):
            if isinstance(value.get("anchor"), str):
                yield value["anchor"].lower()
            for inner in value.values():
                yield from self.anchors_in(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from self.anchors_in(inner)


def broken_links(pages, folder, base):
    for page in pages.values():
        for link in page.links:
            target = urlsplit(link.replace(f"{base}/documentation/", "/documentation/"))
            if target.path.startswith(f"{base}/machines/"):
                if not (folder / target.path.removeprefix(f"{base}/")).is_file():
                    yield f"{page.path}: {target.path} is missing"
            elif target.path.startswith(("/images/", "/videos/", "/downloads/")):
                if not (folder / target.path[1:]).exists():
                    yield f"{page.path}: {target.path} is missing"
            elif target.path.lower() not in pages:
                yield f"{page.path}: leads to {link}, which is not there"
            elif target.fragment and target.fragment.lower() not in pages[target.path.lower()].anchors:
                yield f"{page.path}: {link} names a section that is not there"


def serve(folder, base):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            path = urlsplit(path).path
            return super().translate_path(path.removeprefix(base) if path.startswith(base + "/") else "/outside-of-the-site")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


async def open_pages(browser, origin, base, paths, pages, problems):
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    tab = await context.new_page()
    path = ""

    def problem(text):
        problems.append(f"{path}: {text}")

    tab.on("console", lambda message: message.type == "error" and problem(f"console: {message.text}"))
    tab.on("pageerror", lambda error: problem(f"error: {error}"))
    tab.on("response", lambda response: response.status >= 400 and problem(f"{response.status}: {response.url}"))
    tab.on("request", lambda request: request.url.startswith((origin, "data:", "blob:")) or problem(f"foreign request: {request.url}"))
    while paths:
        path = paths.pop()
        try:
            await tab.goto(f"{origin}{base}{path}/", wait_until="load", timeout=60_000)
            await tab.locator("h1").first.wait_for(timeout=60_000)
        except Exception as error:
            problem(f"does not appear: {str(error).splitlines()[0]}")
            continue
        if "be found" in await tab.locator("h1").first.inner_text():
            problem("is not found by its own address")
        # The entry of the page, the module around it, and what is inside.
        if path.startswith("/documentation/") and path != "/documentation/site":
            try:
                await tab.locator(".navigator-card-item").nth(2).wait_for(timeout=20_000)
            except Exception:
                problem("has an empty sidebar")
        # A reference that the site does not know is text there, though it is a link in the data.
        expected = [link for link in pages[path].links if "/glossary#" in link] if path in pages else []
        shown = await tab.locator('main a[href*="/glossary#"]').count()
        if shown < len(expected):
            problem(f"{shown} of {len(expected)} links to the glossary appear")
    await context.close()


async def main(folder, base):
    data = folder / "data"
    pages = {}
    for file in sorted(data.rglob("*.json")):
        path = "/" + file.relative_to(data).with_suffix("").as_posix()
        pages[path.lower()] = Page(path.lower(), file)
    problems = list(broken_links(pages, folder, base))

    symbols = [path for path, page in pages.items() if page.is_symbol]
    opened = [path for path, page in pages.items() if not page.is_symbol] + symbols[::30]
    # The front page leads to the first of all pages.
    opened.append("")
    count, origin = len(opened), serve(folder, base)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        await asyncio.gather(*(open_pages(browser, origin, base, opened, pages, problems) for _ in range(PAGES_AT_ONCE)))
        await browser.close()
    if problems:
        print(*sorted(set(problems)), sep="\n")
        sys.exit(f"{len(set(problems))} problems in {len(pages)} pages")
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links; {count} pages opened")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2].rstrip("/")))
