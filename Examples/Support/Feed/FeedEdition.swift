import Foundation

/// The entries of a feed at one time, latest first.
package enum FeedEdition {
    /// The editions of the bundled feed, one for each request.
    ///
    /// They contain three entries, five entries, the same five entries, and none.
    package static let bundled: [[FeedEntry]] = [
        Array(entries.suffix(3)), entries, entries, [],
    ]

    private static let entries: [FeedEntry] = [
        entry(5, day: 6, "The ferry is back", "The old ferry crosses the river again, <b>every hour</b> from 6 to 22."),
        entry(4, day: 5, "Café “Zürich” & its 100 cakes", "<p>Open from Tuesday.</p><p>The 100th cake is free.</p>"),
        entry(
            3,
            day: 3,
            "Storks return to the mill",
            "The first pair has been seen on the chimney &mdash; early this year."
        ),
        entry(2, day: 2, "Night market: 東京 comes to town", "Noodles, lanterns and music until midnight."),
        entry(1, day: 1, "Library opens <late> on Mondays", "At 10 instead of 8.<script>alert('unseen')</script>"),
    ]

    private static func entry(_ number: Int, day: Int, _ title: String, _ text: String) -> FeedEntry {
        FeedEntry(
            id: "urn:example:town:\(number)",
            title: title,
            link: "http://example.com/town/\(number)",
            // March 1, 2026, at 7:30
            date: Date(timeIntervalSince1970: 1_772_350_200 + Double(day - 1) * 86_400),
            text: text
        )
    }
}
