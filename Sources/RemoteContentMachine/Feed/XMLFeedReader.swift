import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects the entries of a feed during parsing.
final class XMLFeedReader: NSObject, XMLParserDelegate {
    /// The format of a feed, which its first element determines.
    private enum Kind {
        case rss, atom
    }

    private var kind: Kind?
    private var depth = 0
    private var entry: (draft: XMLFeedEntry, depth: Int)?
    private var field: XMLFeedField?

    /// The first element, as written in the document.
    private(set) var root: String?
    private(set) var hasEnded = false
    private(set) var title = ""
    private(set) var drafts: [FeedItemDraft] = []

    /// The reason why the document is not a feed, even if it is valid XML.
    private(set) var failure: FeedError?

    /// The line of the first error, counted from 1.
    private(set) var lineOfError: Int?

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        let qualifiedName = qualifiedName ?? name
        let element = XMLFeedElement(name: name, namespace: namespaceURI ?? "", qualifiedName: qualifiedName)
        depth += 1
        if depth == 1 { return begin(element, parser) }
        if field != nil {
            field?.open(name)
        } else if entry == nil, isEntry(element) {
            entry = (XMLFeedEntry(), depth)
        } else if let entry, depth == entry.depth + 1 {
            self.entry?.draft.note(element, attributes)
            field = XMLFeedField(element, attributes, depth: depth)
        } else if entry == nil, isTitle(element) {
            field = XMLFeedField(element, attributes, depth: depth)
        }
    }

    private func begin(_ element: XMLFeedElement, _ parser: XMLParser) {
        root = element.qualifiedName
        if element.isCore("rss") {
            kind = .rss
        } else if element.isAtom("feed") {
            kind = .atom
        } else {
            failure = .notAFeed("XML that begins with <\(element.qualifiedName.prefix(40))>")
            parser.abortParsing()
        }
    }

    private func isEntry(_ element: XMLFeedElement) -> Bool {
        switch kind {
        case .rss: element.isCore("item")
        case .atom: element.isAtom("entry") && depth == 2
        case nil: false
        }
    }

    /// Returns whether the element is the title of the feed, not of an image in it.
    private func isTitle(_ element: XMLFeedElement) -> Bool {
        switch kind {
        case .rss: element.isCore("title") && depth == 3
        case .atom: element.isAtom("title") && depth == 2
        case nil: false
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        field?.append(string)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        field?.append(String(decoding: block, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if let field, field.depth == depth {
            if entry == nil { title = field.plainText } else { entry?.draft.take(field) }
            self.field = nil
        } else {
            field?.close(name)
        }
        if let entry, entry.depth == depth {
            drafts.append(entry.draft.draft)
            self.entry = nil
        }
        depth -= 1
        if depth == 0 { hasEnded = true }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        // Ignore undeclared prefixes, which many feeds contain.
        guard (parseError as NSError).code != Self.undeclaredPrefix, lineOfError == nil, failure == nil else { return }
        lineOfError = max(parser.lineNumber, 1)
    }

    /// The value of `XML_NS_ERR_UNDEFINED_NAMESPACE` in libxml2.
    private static let undeclaredPrefix = 201
}
