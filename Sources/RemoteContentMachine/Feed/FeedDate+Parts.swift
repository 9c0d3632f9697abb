import Foundation

extension FeedDate {
    /// The components of a date and time that have been read from a text.
    struct Parts {
        var year = 0
        var month = 1
        var day = 1
        var hour = 0
        var minute = 0
        var second = 0

        /// The difference between local time and Greenwich time, in seconds.
        var offset = 0

        /// The date for these components, or `nil` if such a day or time does not exist.
        var moment: Date? {
            guard 1...12 ~= month, 1...daysInMonth ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else {
                return nil
            }
            // Treat a leap second as the last second of its minute.
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

        /// The number of days since January 1, 1970.
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
}
