/// An element of an XML document, with those inside it.
struct XMLTree {
    /// The name without its prefix.
    var name: String
    var namespace: String
    /// The attributes by their names; those of this package's namespace begin with "machine:", and
    /// those of others are left out.
    var attributes: [String: String]
    var children: [XMLTree] = []
    var position: Position

    /// Whether it is in the namespace of SCXML, or in none.
    var isSCXML: Bool { namespace.isEmpty || namespace == "http://www.w3.org/2005/07/scxml" }

    /// The namespace of elements and attributes that only this package knows.
    static let machineNamespace = "urn:swift-state-machines"

    /// The largest document that is read, in bytes, and how deep its elements are nested.
    static let limits = (bytes: 1_000_000, depth: 120)
}
