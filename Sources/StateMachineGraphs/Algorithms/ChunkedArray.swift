/// An array that grows chunk by chunk, so it never copies its elements to a larger buffer.
///
/// While an ordinary array grows, it has two buffers, and the new one is twice as large as the old
/// one. For millions of elements, this increases the peak memory and the time for its allocation.
@usableFromInline
struct ChunkedArray<Element: Sendable>: RandomAccessCollection, Sendable {
    @usableFromInline var full: [[Element]] = []
    @usableFromInline var last: [Element] = []

    @inlinable init() {}

    @inlinable var startIndex: Int { 0 }
    @inlinable var endIndex: Int { count }

    /// A default implementation would ask for both indices and their distance.
    @inlinable var count: Int { full.count << ChunkSize.shift + last.count }

    @inlinable
    subscript(position: Int) -> Element {
        let (chunk, offset) = (position >> ChunkSize.shift, position & (ChunkSize.count - 1))
        return chunk < full.count ? full[chunk][offset] : last[offset]
    }

    @inlinable
    mutating func append(_ element: Element) {
        if last.count == ChunkSize.count {
            full.append(last)
            last = []
            last.reserveCapacity(ChunkSize.count)
        }
        last.append(element)
    }

    @inlinable
    mutating func append(contentsOf elements: some RandomAccessCollection<Element>) {
        if last.count + elements.count <= ChunkSize.count {
            last += elements
        } else {
            for element in elements { append(element) }
        }
    }
}

/// A chunk's size.
///
/// It is outside the generic type, whose metadata unspecialized code would look up for each access.
@usableFromInline
enum ChunkSize {
    @inlinable static var shift: Int { 14 }
    @inlinable static var count: Int { 1 << shift }
}
