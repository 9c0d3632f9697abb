import Foundation

/// Writes entries as a document.
package enum FeedWriter {
    /// Returns the entries in a format.
    package static func document(_ entries: [FeedEntry], title: String, as format: FeedFormat) -> String {
        switch format {
        case .rss: rss(entries, title)
        case .atom: atom(entries, title)
        case .json: json(JSONDocument(title: title, items: entries.map(JSONDocument.Item.init)))
        case .list: json(entries.map(ListItem.init))
        }
    }

    private static func rss(_ entries: [FeedEntry], _ title: String) -> String {
        let items = entries.map { entry in
            """
            <item>
            <title>\(xml(entry.title))</title>
            <link>\(xml(entry.link))</link>
            <guid isPermaLink="false">\(xml(entry.id))</guid>
            <pubDate>\(entry.date.formatted(mailDate))</pubDate>
            <description><![CDATA[\(entry.text.replacing("]]>", with: "]]]]><![CDATA[>"))]]></description>
            </item>

            """
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <rss version="2.0">
            <channel>
            <title>\(xml(title))</title>
            <link>http://example.com/</link>
            <description>\(xml(title))</description>
            \(items.joined())</channel>
            </rss>
            """
    }

    private static func atom(_ entries: [FeedEntry], _ title: String) -> String {
        let items = entries.map { entry in
            """
            <entry>
            <title>\(xml(entry.title))</title>
            <link href="\(xml(entry.link))"/>
            <id>\(xml(entry.id))</id>
            <updated>\(entry.date.formatted(.iso8601))</updated>
            <summary type="html">\(xml(entry.text))</summary>
            </entry>

            """
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>\(xml(title))</title>
            <id>urn:example:feed</id>
            <updated>\((entries.first?.date ?? .init(timeIntervalSince1970: 0)).formatted(.iso8601))</updated>
            \(items.joined())</feed>
            """
    }

    private static var mailDate: Date.VerbatimFormatStyle {
        .init(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                \(second: .twoDigits) GMT
                """,
            locale: Locale(identifier: "en_US_POSIX"),
            timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian)
        )
    }

    /// Returns text for an element or an attribute.
    ///
    /// It escapes carriage returns, because parsers would read them as line feeds.
    private static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\r", "\n", "\t": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func json(_ document: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    private struct JSONDocument: Encodable {
        struct Item: Encodable {
            let id, title, url, content_html, date_published: String

            init(_ entry: FeedEntry) {
                (id, title, url) = (entry.id, entry.title, entry.link)
                (content_html, date_published) = (entry.text, entry.date.formatted(.iso8601))
            }
        }

        let version = "https://jsonfeed.org/version/1.1"
        let title: String
        let items: [Item]
    }

    private struct ListItem: Encodable {
        let title, url, date, description: String

        init(_ entry: FeedEntry) {
            (title, url) = (entry.title, entry.link)
            (date, description) = (entry.date.formatted(.iso8601), entry.text)
        }
    }
}
