import Foundation

/// Reads the dates of feeds.
///
/// RSS uses e-mail dates (RFC 822), and Atom and JSON use internet dates (RFC 3339). A feed may
/// have thousands of dates. So the reader avoids patterns and calendars, which would take a
/// thousand times as long.
enum FeedDate {
    /// Reads a date, or returns `nil` if the format is unknown or there is no such day.
    static func read(_ text: String) -> Date? {
        // The longest valid format has about forty characters.
        guard text.utf8.count <= 100 else { return nil }
        var internet = Scanner(text.trimmed)
        var mail = internet
        return internet.internetDate() ?? mail.mailDate()
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Returns the number of a month, from 1 to 12, for a name with at least three letters.
    static func month(_ name: String) -> Int? {
        name.count < 3 ? nil : months.firstIndex(of: String(name.prefix(3))).map { $0 + 1 }
    }

    /// Returns the offset of a zone from Greenwich in seconds, for the zone names in RFC 822.
    ///
    /// RFC 2822 requires that an unknown name counts as Greenwich.
    static func offset(_ name: String) -> Int {
        let hours = ["est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7]
        return (hours[name] ?? 0) * 3600
    }
}
