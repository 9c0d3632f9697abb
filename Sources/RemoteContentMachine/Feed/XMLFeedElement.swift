/// The name of an element, with its namespace.
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

    /// Whether it is an element of Dublin Core or of the content module, which extend RSS.
    func isExtension(_ name: String) -> Bool {
        self.name == name
            && ["http://purl.org/dc/elements/1.1/", "http://purl.org/rss/1.0/modules/content/"].contains(namespace)
    }
}
