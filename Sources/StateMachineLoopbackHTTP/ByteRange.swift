/// The part of a resource that a `Range` field requests (RFC 9110, section 14.2).
///
/// ```swift
/// ByteRange.selection(of: 1000, by: "bytes=0-99")     // .part(0..<100)
/// ByteRange.selection(of: 1000, by: "bytes=-100")     // .part(900..<1000)
/// ByteRange.selection(of: 1000, by: "bytes=1000-")    // .unsatisfiable
/// ByteRange.selection(of: 1000, by: "lines=1-2")      // .whole
/// ```
package enum ByteRange: Hashable, Sendable {
    /// The bytes from this offset to the end.
    case from(Int)
    /// The bytes from the first offset to the last one, inclusive.
    case between(Int, Int)
    /// This number of bytes at the end.
    case last(Int)

    /// The part of a resource that a `Range` field selects.
    package enum Selection: Hashable, Sendable {
        /// All bytes, because the field is missing or the server ignores it.
        case whole
        /// These bytes, at least one.
        case part(Range<Int>)
        /// No bytes, because the range is outside the resource. The response has status 416.
        case unsatisfiable
    }

    /// Reads a field with one range.
    ///
    /// Returns `nil` if the field is malformed, has another unit, or has several ranges.
    package init?(_ field: String) {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].trimmingBlanks.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = Self.number(ends[1]) else { return nil }
            self = .last(count)
        case (false, true):
            guard let first = Self.number(ends[0]) else { return nil }
            self = .from(first)
        case (false, false):
            guard let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else { return nil }
            self = .between(first, last)
        }
    }

    /// Returns the selected part of a resource with a given length, or `nil` if it is empty.
    package func part(of length: Int) -> Range<Int>? {
        switch self {
        case .from(let first): first < length ? first..<length : nil
        case .between(let first, let last): first < length ? first..<(min(last, length - 1) + 1) : nil
        case .last(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
        }
    }

    /// Returns the part that a `Range` field selects from a resource with a given length.
    ///
    /// Malformed fields, unknown units and multiple ranges are ignored, as RFC 9110 allows.
    package static func selection(of length: Int, by field: String?) -> Selection {
        guard let field, let range = ByteRange(field) else { return .whole }
        return range.part(of: length).map(Selection.part) ?? .unsatisfiable
    }

    /// Returns a number that consists only of digits.
    ///
    /// If it does not fit into an `Int`, it is larger than any length.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }
}
