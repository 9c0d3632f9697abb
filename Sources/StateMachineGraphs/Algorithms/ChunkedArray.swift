/// An array that grows chunk by chunk, and so never copies its elements into a larger buffer.
///
/// An ordinary array has two buffers while it grows, the new one twice as large as the old one. For
/// millions of elements that raises the peak of the memory, and the time that the system takes to
/// allocate it.
@usableFromInline
struct ChunkedArray<Element: Sendable>: RandomAccessCollection, Sendable {
    @usableFromInline var full: [[Element]] = []
    @usableFromInline var last: [Element] = []

    @inlinable static var shift: Int { 14 }
    @inlinable static var chunkSize: Int { 1 << shift }

    @inlinable init() {}

    @inlinable var startIndex: Int { 0 }
    @inlinable var endIndex: Int { full.count << Self.shift + last.count }

    @inlinable
    subscript(position: Int) -> Element {
        let (chunk, offset) = (position >> Self.shift, position & (Self.chunkSize - 1))
        return chunk < full.count ? full[chunk][offset] : last[offset]
    }

    @inlinable
    mutating func append(_ element: Element) {
        if last.count == Self.chunkSize {
            full.append(last)
            last = []
            last.reserveCapacity(Self.chunkSize)
        }
        last.append(element)
    }

    @inlinable
    mutating func append(contentsOf elements: [Element]) {
        if last.count + elements.count <= Self.chunkSize {
            last += elements
        } else {
            for element in elements { append(element) }
        }
    }
}
