/// An element of an entry, while its text is being read.
struct XMLFeedField {
    let element: XMLFeedElement
    let attributes: [String: String]
    let depth: Int

    /// The text alone.
    private(set) var text = ""

    /// The text as HTML, with the elements in it.
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

    /// The text of the element, without markup.
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
