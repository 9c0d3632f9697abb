/// The name of an element, and whose name it is.
struct XMLFeedElement {
    let name: String
    let namespace: String

    /// The name with its prefix, as it is written.
    let qualifiedName: String

    /// Whether it is an element of RSS, which has no namespace.
    func isCore(_ name: String) -> Bool {
        self.name == name && !qualifiedName.contains(":")
    }

    /// Whether it is an element of Atom.
    func isAtom(_ name: String) -> Bool {
        self.name == name && namespace == "http://www.w3.org/2005/Atom"
    }

    /// Whether it is the date of a Dublin Core, or the whole text of an entry, inside RSS.
    func isExtension(_ name: String) -> Bool {
        self.name == name
            && ["http://purl.org/dc/elements/1.1/", "http://purl.org/rss/1.0/modules/content/"].contains(namespace)
    }
}

/// An element of an entry, while its text is being read.
struct XMLFeedField {
    let element: XMLFeedElement
    let attributes: [String: String]
    let depth: Int

    /// The text alone.
    private(set) var text = ""

    /// The text as HTML, with the elements that stand in it.
    private var markup = ""
    private var hasElements = false

    init(_ element: XMLFeedElement, _ attributes: [String: String], depth: Int) {
        self.element = element
        self.attributes = attributes
        self.depth = depth
    }

    mutating func append(_ string: String) {
        text += string
        markup += string.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    mutating func open(_ name: String) {
        hasElements = true
        markup += "<\(name)>"
    }

    mutating func close(_ name: String) {
        markup += "</\(name)>"
    }

    /// What the element says.
    ///
    /// Atom names the type of a text; the text of an RSS entry is HTML, its title is text.
    var plainText: String {
        if hasElements { return markup.plainText }
        let isHTML =
            switch attributes["type"]?.lowercased() {
            case "html", "text/html", "xhtml": true
            case nil: ["description", "encoded"].contains(element.name)
            case _?: false
            }
        return isHTML ? text.plainText : text
    }
}

/// An entry, while its elements are being read.
struct XMLFeedEntry {
    private var result = FeedItemDraft()
    private var permanentLink = ""
    private var texts: (short: String?, whole: String?)
    private var dates: (published: String?, changed: String?)

    /// Notes what the attributes of an element say: Atom has its links there.
    mutating func note(_ element: XMLFeedElement, _ attributes: [String: String]) {
        guard element.isAtom("link"), result.link.isEmpty, let address = attributes["href"] else { return }
        if ["alternate", nil].contains(attributes["rel"]) { result.link = address }
    }

    /// Takes what an element said.
    mutating func take(_ field: XMLFeedField) {
        let element = field.element
        if element.isCore("title") || element.isAtom("title") {
            result.title = field.plainText
        } else if element.isCore("link") && !element.isAtom("link") {
            result.link = field.text
        } else if element.isCore("guid") {
            result.id = field.text
            if field.attributes["isPermaLink"] != "false" { permanentLink = field.text }
        } else if element.isAtom("id") {
            result.id = field.text
        } else if element.isCore("pubDate") || element.isAtom("published") {
            dates.published = field.text
        } else if element.isExtension("date") || element.isAtom("updated") {
            dates.changed = field.text
        } else if element.isCore("description") || element.isAtom("summary") {
            texts.short = field.plainText
        } else if element.isExtension("encoded") || element.isAtom("content") {
            texts.whole = field.plainText
        }
    }

    /// What was read.
    var draft: FeedItemDraft {
        var draft = result
        if draft.link.trimmed.isEmpty { draft.link = permanentLink }
        draft.dates = [dates.published, dates.changed]
        draft.summaries = [texts.short, texts.whole]
        return draft
    }
}
