import Foundation

/// What a document says about one entry, before it is known whether it is complete.
struct FeedItemDraft {
    var id = ""
    var title = ""
    var link = ""

    /// The dates that were found, in order of preference.
    var dates: [String?] = []

    /// The plain texts that were found, in order of preference.
    var summaries: [String?] = []

    /// The entry; `nil` if it has neither title nor text nor link.
    func item(relativeTo address: URL) -> FeedItem? {
        let summary = summaries.lazy.compactMap(\.?.trimmed).first { !$0.isEmpty } ?? ""
        let link = webAddress(link.trimmed, relativeTo: address)
        let headline = [title.trimmed, summary.beginning, link?.absoluteString ?? ""].first { !$0.isEmpty }
        guard let headline else { return nil }
        let identifier = [id.trimmed, link?.absoluteString ?? ""].first { !$0.isEmpty }
        return FeedItem(
            id: identifier ?? headline,
            title: headline,
            link: link,
            date: dates.lazy.compactMap { $0.flatMap(FeedDate.read) }.first,
            summary: summary
        )
    }

    /// An address that a browser opens as a page; `nil` for `javascript:` and `file:`, for
    /// instance.
    private func webAddress(_ text: String, relativeTo address: URL) -> URL? {
        guard !text.isEmpty, let url = URL(string: text, relativeTo: address)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host()?.isEmpty == false
        else { return nil }
        return url
    }
}

extension String {
    /// The text without the space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// As much of the text as makes a headline.
    fileprivate var beginning: String {
        let start = prefix(80)
        return start.endIndex == endIndex ? self : "\(start)…"
    }
}
