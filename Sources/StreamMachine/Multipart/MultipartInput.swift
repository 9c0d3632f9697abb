import Foundation

/// The bytes of a stream that have arrived and have not been taken.
struct MultipartInput: Sendable {
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    /// The stored bytes, with some that have been taken.
    private(set) var bytes: [UInt8] = []

    /// The index of the first byte that has not been taken.
    private(set) var start = 0

    /// The index up to which there is no relevant line end.
    var searched = 0

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
