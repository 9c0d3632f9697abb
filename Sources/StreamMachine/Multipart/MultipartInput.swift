import Foundation

/// The bytes of a stream that have arrived and were not taken yet.
struct MultipartInput: Sendable {
    /// What a search for the end of a body has found.
    enum Search {
        /// The body, and whether the boundary behind it is the last one.
        case found(body: [UInt8], isLast: Bool)
        /// Nothing yet; the body has at least so many bytes.
        case atLeast(Int)
    }

    private enum Ending {
        /// The boundary ends before this place.
        case boundary(end: Int, isLast: Bool)
        case other
        case unknown
    }

    private static let newline: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// More blanks than this behind a boundary make it none, so that there is an end to waiting for its line.
    private static let mostBlanks = 64

    private var bytes: [UInt8] = []

    /// The first byte that was not taken.
    private var start = 0

    /// Up to here no line end was found that is of use.
    private var searched = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Sequence<UInt8>) {
        // What was taken is dropped once it is most of the storage: each byte is moved a few times at most.
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            (start, searched) = (0, max(0, searched - start))
        }
        bytes.append(contentsOf: more)
    }

    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && bytes[start..<start + prefix.count].elementsEqual(prefix)
    }

    /// Takes a number of bytes, if there are as many.
    mutating func take(_ length: Int) -> [UInt8]? {
        guard count >= length else { return nil }
        return takeAndDrop(length, 0)
    }

    /// Takes a line, without its end.
    mutating func takeLine() -> [UInt8]? {
        guard let end = newline(from: max(start, searched)) else {
            searched = bytes.count
            return nil
        }
        return takeAndDrop(end - start, 1)
    }

    /// Takes what stands before the next boundary, and the boundary.
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

    /// What stands behind a line end: a boundary, or something else.
    private func ending(after lineEnd: Int, _ delimiter: [UInt8]) -> Ending {
        var place = lineEnd + 1
        for byte in delimiter {
            guard place < bytes.count else { return .unknown }
            guard bytes[place] == byte else { return .other }
            place += 1
        }
        if place + 1 < bytes.count, bytes[place] == 0x2D, bytes[place + 1] == 0x2D {
            return .boundary(end: place + 2, isLast: true)
        }
        if place + 1 == bytes.count, bytes[place] == 0x2D { return .unknown }
        let lastBlank = place + Self.mostBlanks
        while place < bytes.count, place < lastBlank, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
        guard place < bytes.count else { return .unknown }
        if bytes[place] == Self.carriageReturn {
            place += 1
            guard place < bytes.count else { return .unknown }
        }
        return bytes[place] == Self.newline ? .boundary(end: place + 1, isLast: false) : .other
    }

    private func newline(from place: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            guard place < all.count, let base = all.baseAddress,
                let found = memchr(base + place, Int32(Self.newline), all.count - place)
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
