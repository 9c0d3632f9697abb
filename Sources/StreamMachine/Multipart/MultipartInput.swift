import Foundation

/// The bytes of a stream that have arrived but have not been taken yet.
struct MultipartInput: Sendable {
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    /// The stored bytes, including some that have already been taken.
    private(set) var bytes: [UInt8] = []

    /// The index of the first byte that has not been taken.
    private(set) var start = 0

    /// The index before which no relevant line end exists.
    var searched = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Sequence<UInt8>) {
        // Remove taken bytes only when they fill more than half of the storage. Each byte then
        // moves only a few times.
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            (start, searched) = (0, max(0, searched - start))
        }
        bytes.append(contentsOf: more)
    }

    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && bytes[start..<start + prefix.count].elementsEqual(prefix)
    }

    /// Takes a number of bytes, or returns `nil` if fewer are available.
    mutating func take(_ length: Int) -> [UInt8]? {
        guard count >= length else { return nil }
        return takeAndDrop(length, 0)
    }

    /// Takes a line without its end, or returns `nil` if no complete line has arrived.
    mutating func takeLine() -> [UInt8]? {
        guard let end = newline(from: max(start, searched)) else {
            searched = bytes.count
            return nil
        }
        return takeAndDrop(end - start, 1)
    }

    func newline(from index: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            guard index < all.count, let base = all.baseAddress,
                let found = memchr(base + index, Int32(Self.newline), all.count - index)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    mutating func takeAndDrop(_ length: Int, _ dropped: Int) -> [UInt8] {
        let taken = Array(bytes[start..<start + length])
        start += length + dropped
        searched = start
        return taken
    }
}
