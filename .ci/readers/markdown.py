"""Reads Markdown pages with two readers: markdown-it and GitHub's."""

import html.parser

import cmarkgfm
import cmarkgfm.cmark
import markdown_it

#: What the pages are made of. Addresses of e-mail become links whatever is done about it.
TAGS = {"h1", "h2", "p", "pre", "code", "table", "thead", "tbody", "tr", "th", "td", "br", "ul", "li", "details", "summary",
        "wbr"}


def read(text):
    """The page that each reader makes."""
    return {"markdown-it": page(with_markdown_it(text)), "cmark-gfm": page(with_cmark(text))}


def with_markdown_it(text):
    """HTML from markdown-it, which keeps HTML, and makes links of the same addresses as GitHub."""
    reader = markdown_it.MarkdownIt("gfm-like", {"html": True, "linkify": True, "typographer": False})
    reader.linkify.set({"fuzzy_link": False})
    return reader.render(text)


def with_cmark(text):
    """HTML from cmark-gfm, which keeps HTML."""
    return cmarkgfm.markdown_to_html_with_extensions(
        text, cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE, extensions=["table", "autolink", "strikethrough"]
    )


def page(text):
    """The title, the tables and the unexpected elements of a page of HTML."""
    reader = PageReader()
    reader.feed(text)
    reader.close()
    return reader


class PageReader(html.parser.HTMLParser):
    """Collects the title, the tables as rows of texts, and unexpected elements."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.title = None
        self.tables = []
        self.odd = []
        self.text = None

    def handle_starttag(self, tag, attributes):
        address = dict(attributes).get("href") or ""
        if tag not in TAGS and not (tag == "a" and address.startswith("mailto:")):
            self.odd.append(self.get_starttag_text())
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("h1", "td", "th"):
            self.text = ""
        elif tag == "br":
            self.handle_data("\n")

    def handle_endtag(self, tag):
        if tag == "h1":
            self.title = self.text
        elif tag in ("td", "th"):
            self.tables[-1][-1].append(self.text)
        if tag in ("h1", "td", "th"):
            self.text = None

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_comment(self, data):
        self.odd.append(f"<!--{data}-->")

    def handle_decl(self, declaration):
        self.odd.append(f"<!{declaration}>")

    def handle_pi(self, data):
        self.odd.append(f"<?{data}>")
