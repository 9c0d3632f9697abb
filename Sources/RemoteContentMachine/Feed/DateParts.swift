import Foundation

/// The day and the time that have been read of a text.
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
        guard 1...12 ~= month, 1...daysInMonth ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else {
            return nil
        }
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
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013),
    /// `days_from_civil`.
    private var days: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
