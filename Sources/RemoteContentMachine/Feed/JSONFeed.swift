import Foundation

/// Reads JSON Feed 1.1, and lists of objects with a title, an address and a date.
enum JSONFeed {
    static func read(_ text: String, from address: URL) throws(FeedError) -> Feed {
        // A document that breaks off does not end with what it began with.
        let text = text.trimmed
        guard text.hasSuffix(text.hasPrefix("[") ? "]" : "}") else { throw .truncated }
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
            throw .malformed(line: nil)
        }
        throw .notAFeed("JSON of another kind")
    }

    private static func feed(_ title: String, _ entries: [Entry], _ address: URL) -> Feed {
        Feed(title: title.trimmed, items: entries.compactMap { $0.draft.item(relativeTo: address) })
    }

    private struct Document: Decodable {
        let version: String?
        let title: String?
        let items: [Entry]?
    }

    /// An entry of a JSON Feed; a plain list has its `date`, and often `link` and `description`.
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

    /// An identifier, which the first version of JSON Feed let be a number.
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
