import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads RSS 2.0, the earlier versions that look alike, and Atom (RFC 4287).
enum XMLFeed {
    static func read(_ text: String, from address: URL) throws(FeedError) -> Feed {
        let document = try XMLProlog.skip(in: text)
        guard document.utf8.last(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: ">") else { throw .truncated }
        let skippedLines = text[..<document.startIndex].count(where: \.isNewline)
        let parser = XMLParser(data: XMLInstructions.spaced(in: document))
        let reader = XMLFeedReader()
        parser.delegate = reader
        parser.shouldProcessNamespaces = true
        // Ignore the result of `parse()`. On Linux, it is true for some documents with errors.
        _ = parser.parse()
        if let line = reader.lineOfError {
            throw isWhole(document, reader) ? .malformed(line: skippedLines + line) : .truncated
        }
        if let failure = reader.failure { throw failure }
        guard reader.hasEnded else { throw .truncated }
        return Feed(title: reader.title.trimmed, items: reader.drafts.compactMap { $0.item(relativeTo: address) })
    }

    /// Returns whether the document ends with the end tag of its first element.
    ///
    /// A truncated document does not.
    private static func isWhole(_ document: Substring, _ reader: XMLFeedReader) -> Bool {
        guard let root = reader.root, !reader.hasEnded else { return true }
        let end = document.utf8.suffix(200).reversed().drop { $0 <= UInt8(ascii: " ") }
        return end.starts(with: "</\(root)>".utf8.reversed())
    }
}
