/// An element of an entry while its text is being read.
struct XMLFeedField {
    let element: XMLFeedElement
    let attributes: [String: String]
    let depth: Int

    /// The text without the elements in it.
    private(set) var text = ""

    /// The text as HTML, including the elements in it.
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
    /// Atom declares the type of a text. In RSS, the text of an entry is HTML, and its title is
    /// plain text.
    var plainText: String {
        let type = attributes["type"]?.lowercased()
        // XHTML contains only XML references, which the parser has already resolved.
        if hasElements || type == "xhtml" { return markup.plainText }
        let isHTML =
            switch type {
            case "html", "text/html": true
            case nil: ["description", "encoded"].contains(element.name)
            case _?: false
            }
        return isHTML ? text.plainText : text
    }
}
