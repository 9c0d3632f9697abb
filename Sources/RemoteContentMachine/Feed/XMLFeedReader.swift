import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects the entries of a feed while a parser goes through it.
final class XMLFeedReader: NSObject, XMLParserDelegate {
    /// The kinds of feeds, by their first element.
    private enum Kind {
        case rss, atom
    }

    private var kind: Kind?
    private var depth = 0
    private var entry: (draft: XMLFeedEntry, depth: Int)?
    private var field: XMLFeedField?

    /// The first element, as it is written.
    private(set) var root: String?
    private(set) var hasEnded = false
    private(set) var title = ""
    private(set) var drafts: [FeedItemDraft] = []

    /// Why the document is not a feed, though it may be valid XML.
    private(set) var failure: FeedError?

    /// The line of the first error, from 1.
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

    /// Whether the element is the name of the whole feed, not of a picture in it.
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
        // An undeclared prefix is ignored, since many feeds have one.
        guard (parseError as NSError).code != Self.undeclaredPrefix, lineOfError == nil, failure == nil else { return }
        lineOfError = max(parser.lineNumber, 1)
    }

    /// `XML_NS_ERR_UNDEFINED_NAMESPACE` of libxml2.
    private static let undeclaredPrefix = 201
}
