import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads RSS 2.0, with the versions before it that look alike, and Atom (RFC 4287).
enum XMLFeed {
    static func read(_ text: String, from address: URL) throws(FeedError) -> Feed {
        let document = try XMLProlog.skip(in: text)
        let skippedLines = text[..<document.startIndex].count(where: \.isNewline)
        let parser = XMLParser(data: Data(document.utf8))
        let reader = XMLFeedReader()
        parser.delegate = reader
        parser.shouldProcessNamespaces = true
        // What `parse()` returns is not asked: on Linux it is true for some documents with errors.
        _ = parser.parse()
        if let failure = reader.failure { throw failure }
        if let line = reader.lineOfError { throw error(in: document, root: reader.root, line: skippedLines + line) }
        guard reader.hasEnded else { throw .truncated }
        return Feed(title: reader.title.trimmed, items: reader.drafts.compactMap { $0.item(relativeTo: address) })
    }

    /// Tells a document that breaks off from one that is wrong: the former does not end with the end of its first element.
    private static func error(in document: Substring, root: String?, line: Int) -> FeedError {
        let end = document.suffix(200).reversed().drop(while: \.isWhitespace)
        let isWhole = root.map { end.starts(with: "</\($0)>".reversed()) } ?? true
        return isWhole ? .malformed(line: line) : .truncated
    }
}
