import Foundation

/// Reads JSON Feed 1.1, and lists of objects with a title, an address and a date.
enum JSONFeed {
    static func read(_ text: String, from address: URL) throws(FeedError) -> Feed {
        let text = text.trimmed
        let data = Data(text.utf8)
        let decoder = JSONDecoder()
        do {
            if text.hasPrefix("[") {
                return feed("", try decoder.decode([Entry].self, from: data), address)
            }
            let document = try decoder.decode(Document.self, from: data)
            if document.version?.contains("jsonfeed.org/version/") == true || document.items != nil {
                return feed(document.title ?? "", document.items ?? [], address)
            }
        } catch {
            throw isWhole(text) ? .malformed(line: nil) : .truncated
        }
        throw .notAFeed("JSON that is not a feed")
    }

    /// Returns whether every object, array and string that begins in the text also ends in it.
    private static func isWhole(_ text: String) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isInString ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isInString ? 0 : 1
            case _: break
            }
        }
        return depth <= 0 && !isInString
    }

    private static func feed(_ title: String, _ entries: [Entry], _ address: URL) -> Feed {
        Feed(title: title.trimmed, items: entries.compactMap { $0.draft.item(relativeTo: address) })
    }

    private struct Document: Decodable {
        let version: String?
        let title: String?
        let items: [Entry]?
    }

    /// An entry of a JSON Feed or of a plain list.
    ///
    /// Entries of plain lists have a `date`, and often a `link` and a `description`.
    private struct Entry: Decodable {
        let id: Scalar?
        let title: String?
        let url: String?
        let external_url: String?
        let link: String?
        let summary: String?
        let description: String?
        let content_text: String?
        let content_html: String?
        let date_published: String?
        let date_modified: String?
        let date: String?

        var draft: FeedItemDraft {
            FeedItemDraft(
                id: id?.text ?? "",
                title: title ?? "",
                link: url ?? external_url ?? link ?? "",
                dates: [date_published, date_modified, date],
                summaries: [summary, content_text, content_html?.plainText, description?.plainText]
            )
        }
    }

    /// An ID, which may be a number in the first version of JSON Feed.
    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                text = String(number)
            } else {
                text = try value.decode(String.self)
            }
        }
    }
}
