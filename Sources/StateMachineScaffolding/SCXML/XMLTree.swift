/// An element of an XML document, with those inside it.
struct XMLTree {
    /// The name without its prefix.
    var name: String
    var namespace: String
    /// The attributes by their names, prefixes included.
    var attributes: [String: String]
    var children: [XMLTree] = []
    var position: Position

    /// Whether it is in the namespace of SCXML, or in none.
    var isSCXML: Bool { namespace.isEmpty || namespace == "http://www.w3.org/2005/07/scxml" }

    /// The largest document that is read, in bytes, and how deep its elements are nested.
    static let limits = (bytes: 1_000_000, depth: 120)
}
