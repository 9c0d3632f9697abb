import Foundation

/// Reads the dates of feeds: those of e-mail in RSS (RFC 822), those of the internet in Atom and JSON (RFC 3339).
enum FeedDate {
    /// The moment that a text names; nothing if it is in no known form, or there is no such day.
    static func read(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // The longest form has some forty characters, and a pattern is not for tons of text.
        guard text.utf8.count <= 64 else { return nil }
        return internet(text) ?? mail(text)
    }

    private static func internet(_ text: String) -> Date? {
        let form = /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([Zz]|[+\-]\d\d:?\d\d)?)?/
        guard let match = text.wholeMatch(of: form), let year = Int(match.1), let month = Int(match.2) else {
            return nil
        }
        return moment(
            (year, month, Int(match.3)),
            (match.4.flatMap { Int($0) }, match.5.flatMap { Int($0) }, match.6.flatMap { Int($0) }),
            zone: match.7 ?? "Z"
        )
    }

    private static func mail(_ text: String) -> Date? {
        let form =
            /(?:[A-Za-z]+,?\s+)?(\d\d?)[\s\-]+([A-Za-z]{3})[a-z]*[\s\-]+(\d{4}|\d\d)\s+(\d\d?):(\d\d)(?::(\d\d))?(?:\s*([A-Za-z]+|[+\-]\d\d:?\d\d))?/
        guard let match = text.wholeMatch(of: form), let number = Int(match.3),
            let month = months.firstIndex(of: match.2.lowercased())
        else { return nil }
        // Two digits are of the century that they make most sense in (RFC 2822, section 4.3).
        let year = match.3.count > 2 ? number : number < 50 ? 2000 + number : 1900 + number
        return moment(
            (year, month + 1, Int(match.1)),
            (Int(match.4), Int(match.5), match.6.flatMap { Int($0) }),
            zone: match.7 ?? "Z"
        )
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func moment(
        _ day: (year: Int, month: Int, day: Int?),
        _ time: (hour: Int?, minute: Int?, second: Int?),
        zone: Substring
    ) -> Date? {
        guard let offset = offset(of: zone) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: day.year,
            month: day.month,
            day: day.day,
            hour: time.hour ?? 0,
            minute: time.minute ?? 0,
            // A leap second is the end of its minute.
            second: min(time.second ?? 0, 59)
        )
        guard components.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: components)?.addingTimeInterval(-Double(offset))
    }

    /// The seconds that a zone is ahead of Greenwich; a name that nobody knows is Greenwich, as RFC 2822 says.
    private static func offset(of zone: Substring) -> Int? {
        guard let sign = zone.first, sign == "+" || sign == "-" else {
            let hours = ["EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7]
            return (hours[zone.uppercased()] ?? 0) * 3600
        }
        let digits = zone.filter(\.isNumber)
        guard let number = Int(digits), number % 100 < 60, number < 2400 else { return nil }
        return (sign == "+" ? 1 : -1) * (number / 100 * 3600 + number % 100 * 60)
    }
}
