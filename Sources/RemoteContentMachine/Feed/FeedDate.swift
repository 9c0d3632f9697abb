import Foundation

/// Reads the dates of feeds: those of e-mail in RSS (RFC 822), those of the internet in Atom and JSON (RFC 3339).
///
/// By hand, since a feed may have thousands of them, and patterns and calendars take a thousand times as long.
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
    /// A name that nobody knows is Greenwich, as RFC 2822 says.
    static func offset(_ name: String) -> Int {
        let hours = ["est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7]
        return (hours[name] ?? 0) * 3600
    }
}

/// The day and the time that a text has named so far.
struct DateParts {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0

    /// The seconds that the clock is ahead of Greenwich.
    var offset = 0

    /// The moment; `nil` if there is no such day, or no such time.
    var moment: Date? {
        guard 1...12 ~= month, 1...daysInMonth ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second,
            abs(offset) < 86_400
        else { return nil }
        // A leap second is the end of its minute.
        let time = hour * 3600 + minute * 60 + min(second, 59)
        return Date(timeIntervalSince1970: Double(days * 86_400 + time - offset))
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case _: 31
        }
    }

    /// The days since the first of January 1970.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), `days_from_civil`.
    private var days: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
