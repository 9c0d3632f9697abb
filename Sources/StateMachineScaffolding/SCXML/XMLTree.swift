import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of an XML document, with those inside it.
struct XMLTree {
    var name: String
    /// Whether it is in the namespace of SCXML, or in none.
    var isSCXML: Bool
    var namespace: String
    var attributes: [String: String]
    var children: [XMLTree] = []
    var position: Position

    /// The largest document that is read, in bytes, and how deep its elements are nested.
    static let limits = (bytes: 1_000_000, depth: 120)

    /// Reads a document.
    ///
    /// It opens nothing but the text: a document type, which could name other files or expand to more than memory, is refused.
    ///
    /// - Throws: ``ChartError`` if it is not well formed, too large or too deep.
    static func read(_ text: String) throws(ChartError) -> XMLTree {
        let start = Position(line: 1, column: 1)
        guard text.utf8.count <= limits.bytes else {
            throw ChartError(start, "the file has \(text.utf8.count) bytes", expected: "at most \(limits.bytes)")
        }
        let tags = XMLTags(text)
        if let position = tags.documentType {
            throw ChartError(position, "there is a document type", expected: "a document without <!DOCTYPE>")
        }
        let parser = XMLParser(data: Data(text.utf8))
        let builder = XMLTreeBuilder(tags: tags)
        parser.delegate = builder
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        // The result is ignored: on Linux it is true for some documents with errors.
        _ = parser.parse()
        if let error = builder.error { throw error }
        guard let root = builder.root else { throw ChartError(start, "there is no XML", expected: "<scxml>") }
        return root
    }
}

/// Makes the tree while a parser goes through the document.
private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    private var tags: XMLTags
    private var open: [XMLTree] = []
    private(set) var root: XMLTree?
    private(set) var error: ChartError?

    init(tags: XMLTags) { self.tags = tags }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        let position = tags.next() ?? Position(line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
        guard open.count < XMLTree.limits.depth else {
            error = error ?? ChartError(position, "elements are nested more than \(XMLTree.limits.depth) deep")
            return parser.abortParsing()
        }
        let namespace = namespaceURI ?? ""
        let isSCXML = namespace.isEmpty || namespace == "http://www.w3.org/2005/07/scxml"
        open.append(
            XMLTree(name: name, isSCXML: isSCXML, namespace: namespace, attributes: attributes, position: position))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = root ?? element } else { open[open.count - 1].children.append(element) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        // An undeclared prefix (`XML_NS_ERR_UNDEFINED_NAMESPACE` of libxml2) is ignored.
        guard error == nil, (parseError as NSError).code != 201 else { return }
        let position = Position(line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
        error = ChartError(position, "this is not well-formed XML", expected: "elements that are closed, and quoted attributes")
    }
}
