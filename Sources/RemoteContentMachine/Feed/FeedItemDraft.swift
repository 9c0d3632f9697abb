import Foundation

/// The contents of one entry in a document, which may be incomplete.
struct FeedItemDraft {
    var id = ""
    var title = ""
    var link = ""

    /// The dates in the document, in order of preference.
    var dates: [String?] = []

    /// The plain texts in the document, in order of preference.
    var summaries: [String?] = []

    /// Returns the entry, or `nil` if it has no title, text or link.
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

    /// Returns an address that a browser opens as a page.
    ///
    /// It returns `nil` for other addresses, such as those with the scheme `javascript` or `file`.
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

    /// The beginning of the text, short enough for a headline.
    fileprivate var beginning: String {
        let start = prefix(80)
        return start.endIndex == endIndex ? self : "\(start)…"
    }
}
