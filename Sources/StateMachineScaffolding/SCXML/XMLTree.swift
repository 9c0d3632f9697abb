/// An element of an XML document, with its child elements.
struct XMLTree {
    /// The name of the element without its prefix.
    var name: String
    var namespace: String
    /// The attributes by their names.
    ///
    /// The names of attributes in this package's namespace begin with "machine:". Attributes in
    /// other namespaces are omitted.
    var attributes: [String: String]
    var children: [XMLTree] = []
    var position: Position

    /// Whether the element belongs to SCXML's namespace or has no namespace.
    var isSCXML: Bool { namespace.isEmpty || namespace == Self.namespace }

    /// Removes the elements of other namespaces, in which editors store the look of a chart.
    ///
    /// - Returns: The first removed element of each name.
    mutating func removeForeignElements() -> [XMLTree] {
        var removed: [XMLTree] = []
        children.removeAll { child in
            let isForeign = !child.isSCXML && child.namespace != Self.machineNamespace
            if isForeign { removed.append(child) }
            return isForeign
        }
        for index in children.indices { removed += children[index].removeForeignElements() }
        var names: Set<String> = []
        return removed.filter { names.insert($0.name).inserted }
    }

    /// Whether the element is a `<send>` that sends its event after a time.
    var isDelayedSend: Bool { name == "send" && (attributes["delay"] != nil || attributes["delayexpr"] != nil) }

    /// The namespace of SCXML.
    static let namespace = "http://www.w3.org/2005/07/scxml"

    /// The namespace of this package's own elements and attributes.
    static let machineNamespace = "urn:swift-state-machines"

    /// The limits of a document: its size in bytes, and the nesting depth of its elements.
    static let limits = (bytes: 1_000_000, depth: 120)
}
