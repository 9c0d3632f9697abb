import Foundation
import RemoteContentMachine
import StateMachineExampleSupport

/// The entries of a feed, for people and for scripts.
struct FeedList {
    let title: String
    let items: [FeedItem]
    let newItems: Set<FeedItem.ID>
    let limit: Int

    /// The entries that are shown, numbered from 1.
    var shown: ArraySlice<FeedItem> { items.prefix(limit) }

    /// Returns a table of the entries, and a line with their number.
    func table(on terminal: Terminal) -> [String] {
        guard !items.isEmpty else { return ["the feed is empty"] }
        let marks = newItems.isEmpty ? [] : [""]
        var table = TextTable(
            marks + ["#", "date (UTC)", "title"],
            alignments: marks.map { _ in .left } + [.right, .left, .left]
        )
        for (number, item) in zip(1..., shown) {
            let mark = newItems.contains(item.id) ? "new" : ""
            table.append(marks.map { _ in mark } + [String(number), item.day, item.title])
        }
        var lines = table.lines(fitting: terminal.width, cutting: marks.count + 2)
        lines[0] = terminal.bold(lines[0])
        return lines + [terminal.dimmed(summary)]
    }

    private var summary: String {
        let count = items.count.counted("entry", plural: "entries")
        let parts = [
            items.count > limit ? "\(limit) of \(count)" : count,
            newItems.isEmpty ? nil : "\(newItems.count) new",
            title.isEmpty ? nil : title.printable,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the details of an entry.
    static func details(of item: FeedItem, on terminal: Terminal) -> [String] {
        var lines = [terminal.bold(item.title.printable)]
        if !item.day.isEmpty { lines.append("\(item.day) UTC") }
        if let link = item.link { lines.append(link.absoluteString.printable) }
        if !item.summary.isEmpty { lines += item.summary.printable.wrapped(to: min(terminal.width ?? 100, 100)) }
        return lines
    }

    private struct Document: Encodable {
        let title: String
        let items: [Entry]
    }

    private struct Entry: Encodable {
        let id: String
        let title: String
        let link: String?
        let date: String?
        let summary: String
        let isNew: Bool

        init(_ item: FeedItem, isNew: Bool) {
            (id, title, summary, self.isNew) = (item.id, item.title, item.summary, isNew)
            link = item.link?.absoluteString
            date = item.date?.formatted(.iso8601)
        }
    }

    /// The entries that are shown, as one line of JSON.
    var json: String {
        jsonLine(Document(title: title, items: shown.map { Entry($0, isNew: newItems.contains($0.id)) }))
    }

    func json(of item: FeedItem) -> String {
        jsonLine(Entry(item, isNew: newItems.contains(item.id)))
    }

    static func json(error: String) -> String {
        jsonLine(["error": error])
    }
}

extension FeedItem {
    /// The date in UTC, to the minute; empty for an entry without a date.
    fileprivate var day: String {
        guard let date else { return "" }
        let text = date.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        )
        return String(text.dropLast(3))
    }
}

extension String {
    /// Returns the text in lines with a maximum width, broken at spaces if possible.
    fileprivate func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty && line.columns + 1 + String(word).columns > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return lines + [line]
    }
}
