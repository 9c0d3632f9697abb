import Foundation

extension FeedDate {
    /// Reads the components of a date from the beginning of a text to its end.
    struct Scanner {
        private var rest: ArraySlice<UInt8>
        private var parts = Parts()

        init(_ text: String) {
            rest = Array(text.utf8)[...]
        }

        /// Reads a date such as `2003-12-13T18:30:02.25+01:00`.
        ///
        /// The time and the zone may be missing.
        mutating func internetDate() -> Date? {
            guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
                return nil
            }
            (parts.year, parts.month, parts.day) = (year, month, day)
            if take("T") || take("t") || take(" ") {
                guard time() else { return nil }
                if take(".") && !skipDigits() { return nil }
                skipSpace()
                guard zone() else { return nil }
            }
            return rest.isEmpty ? parts.moment : nil
        }

        /// Reads a date such as `Sat, 07 Sep 2002 00:00:01 GMT`.
        ///
        /// The day of the week, the seconds and the zone may be missing.
        mutating func mailDate() -> Date? {
            if word() != nil {
                _ = take(",")
                skipSpace()
            }
            guard let day = number(1...2), skipSeparator(), let month = word().flatMap(FeedDate.month), skipSeparator(),
                let year = year(), skipSpace(), time()
            else { return nil }
            (parts.year, parts.month, parts.day) = (year, month, day)
            skipSpace()
            return zone() && skipComment() && rest.isEmpty ? parts.moment : nil
        }

        /// Reads a year of two, three or four digits (RFC 2822, section 4.3).
        ///
        /// A year of two digits means 1950 to 2049, and a year of three digits is relative to 1900.
        private mutating func year() -> Int? {
            let count = rest.count
            guard let number = number(2...4) else { return nil }
            switch count - rest.count {
            case 2: return number + (number < 50 ? 2000 : 1900)
            case 3: return number + 1900
            case _: return number
            }
        }

        private mutating func time() -> Bool {
            guard let hour = number(1...2), take(":"), let minute = number(2) else { return false }
            (parts.hour, parts.minute) = (hour, minute)
            if take(":") {
                guard let second = number(2) else { return false }
                parts.second = second
            }
            return true
        }

        private mutating func zone() -> Bool {
            if let name = word() {
                parts.offset = FeedDate.offset(name)
                return true
            }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            if sign == 0 { return true }
            guard let hours = number(2) else { return false }
            _ = take(":")
            guard let minutes = number(2), minutes < 60, hours < 24 else { return false }
            parts.offset = sign * (hours * 3600 + minutes * 60)
            return true
        }

        private mutating func number(_ length: Int) -> Int? {
            number(length...length)
        }

        private mutating func number(_ length: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(length.upperBound).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard digits.count >= length.lowerBound else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        /// Reads letters and converts them to lowercase.
        private mutating func word() -> String? {
            let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
            rest = rest.dropFirst(letters.count)
            return letters.isEmpty ? nil : String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, UInt32(first) == character.value else { return false }
            rest = rest.dropFirst()
            return true
        }

        private mutating func skipDigits() -> Bool {
            let count = rest.count
            rest = rest.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return rest.count < count
        }

        /// Skips a comment in parentheses, such as the name of a zone.
        ///
        /// - Returns: `false` if a comment begins and does not end.
        private mutating func skipComment() -> Bool {
            skipSpace()
            guard take("(") else { return true }
            rest = rest.drop { $0 != UInt8(ascii: ")") }
            return take(")")
        }

        @discardableResult
        private mutating func skipSpace() -> Bool {
            let count = rest.count
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return rest.count < count
        }

        private mutating func skipSeparator() -> Bool {
            take("-") || skipSpace()
        }
    }
}
