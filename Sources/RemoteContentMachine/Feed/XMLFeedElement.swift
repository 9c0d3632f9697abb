/// The name of an element, with its namespace.
struct XMLFeedElement {
    let name: String
    let namespace: String

    /// The name with its prefix, as written in the document.
    let qualifiedName: String

    /// Returns whether this is an RSS element, which has no namespace.
    func isCore(_ name: String) -> Bool {
        self.name == name && !qualifiedName.contains(":")
    }

    /// Returns whether this is an Atom element.
    func isAtom(_ name: String) -> Bool {
        self.name == name && namespace == "http://www.w3.org/2005/Atom"
    }

    /// Returns whether this is an element of Dublin Core or of the content module.
    ///
    /// Both extend RSS.
    func isExtension(_ name: String) -> Bool {
        self.name == name
            && ["http://purl.org/dc/elements/1.1/", "http://purl.org/rss/1.0/modules/content/"].contains(namespace)
    }
}
