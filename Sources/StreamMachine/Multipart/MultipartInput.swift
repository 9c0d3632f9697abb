import Foundation

/// The bytes of a stream that have arrived and have not been taken.
struct MultipartInput: Sendable {
    /// The result of a search for the end of a body.
    enum Search {
        /// The body, and whether the boundary after it is the last one.
        case found(body: [UInt8], isLast: Bool)
        /// The end has not arrived; the body has at least this many bytes.
        case atLeast(Int)
    }

    private enum Ending {
        /// A boundary, which ends before this index.
        case boundary(end: Int, isLast: Bool)
        case other
        case unknown
    }

    private static let newline: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// A line with more blanks than this after a boundary is not a boundary, so that the wait for
    /// its end is bounded.
    private static let mostBlanks = 64

    /// The stored bytes, with some that have been taken.
    private(set) var bytes: [UInt8] = []

    /// The index of the first byte that has not been taken.
    private var start = 0

    /// The index up to which there is no relevant line end.
    private var searched = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Sequence<UInt8>) {
        // Taken bytes are removed once they are most of the storage, so that each byte is moved
        // only a few times.
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            (start, searched) = (0, max(0, searched - start))
        }
        bytes.append(contentsOf: more)
    }

    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && bytes[start..<start + prefix.count].elementsEqual(prefix)
    }

    /// Takes a number of bytes; `nil` if there are fewer.
    mutating func take(_ length: Int) -> [UInt8]? {
        guard count >= length else { return nil }
        return takeAndDrop(length, 0)
    }

    /// Takes a line, without its end; `nil` if there is no whole line.
    mutating func takeLine() -> [UInt8]? {
        guard let end = newline(from: max(start, searched)) else {
            searched = bytes.count
            return nil
        }
        return takeAndDrop(end - start, 1)
    }

    /// Takes the bytes before the next boundary, and the boundary.
    mutating func takeBody(before delimiter: [UInt8]) -> Search {
        var from = max(start, searched)
        while let lineEnd = newline(from: from) {
            switch ending(after: lineEnd, delimiter) {
            case .boundary(let end, let isLast):
                let hasReturn = lineEnd > start && bytes[lineEnd - 1] == Self.carriageReturn
                let length = lineEnd - start - (hasReturn ? 1 : 0)
                return .found(body: takeAndDrop(length, end - start - length), isLast: isLast)
            case .unknown:
                searched = lineEnd
                return .atLeast(lineEnd - start - 1)
            case .other:
                from = lineEnd + 1
            }
        }
        searched = bytes.count
        return .atLeast(count - 1)
    }

    /// What follows a line end: a boundary, or something else.
    private func ending(after lineEnd: Int, _ delimiter: [UInt8]) -> Ending {
        var index = lineEnd + 1
        for byte in delimiter {
            guard index < bytes.count else { return .unknown }
            guard bytes[index] == byte else { return .other }
            index += 1
        }
        if index + 1 < bytes.count, bytes[index] == 0x2D, bytes[index + 1] == 0x2D {
            return .boundary(end: index + 2, isLast: true)
        }
        if index + 1 == bytes.count, bytes[index] == 0x2D { return .unknown }
        let lastBlank = index + Self.mostBlanks
        while index < bytes.count, index < lastBlank, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        guard index < bytes.count else { return .unknown }
        if bytes[index] == Self.carriageReturn {
            index += 1
            guard index < bytes.count else { return .unknown }
        }
        return bytes[index] == Self.newline ? .boundary(end: index + 1, isLast: false) : .other
    }

    private func newline(from index: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            guard index < all.count, let base = all.baseAddress,
                let found = memchr(base + index, Int32(Self.newline), all.count - index)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func takeAndDrop(_ length: Int, _ dropped: Int) -> [UInt8] {
        let taken = Array(bytes[start..<start + length])
        start += length + dropped
        searched = start
        return taken
    }
}
