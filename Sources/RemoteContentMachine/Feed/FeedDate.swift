import Foundation

/// Reads the dates of feeds: those of e-mail in RSS (RFC 822), those of the internet in Atom and
/// JSON (RFC 3339).
///
/// It does so without patterns and calendars, which take a thousand times as long: a feed may have
/// thousands of dates.
enum FeedDate {
    /// The moment that a text names; `nil` if it is in no known form, or there is no such day.
    static func read(_ text: String) -> Date? {
        // The longest form has some forty characters.
        guard text.utf8.count <= 100 else { return nil }
        var internet = DateScanner(text.trimmed)
        var mail = internet
        return internet.internetDate() ?? mail.mailDate()
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// The number of a month, from 1, by the first three letters of its name.
    static func month(_ name: String) -> Int? {
        name.count < 3 ? nil : months.firstIndex(of: String(name.prefix(3))).map { $0 + 1 }
    }

    /// The seconds that a zone is ahead of Greenwich, where it has one of the names of RFC 822.
    ///
    /// An unknown name counts as Greenwich, as RFC 2822 says.
    static func offset(_ name: String) -> Int {
        let hours = ["est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7]
        return (hours[name] ?? 0) * 3600
    }
}
