/// A queue in chunks, so that no operation touches more than one chunk of elements, however many
/// there are.
struct ChunkedQueue<Element> {
    /// How many elements there are.
    private(set) var count = 0

    /// No chunk is empty.
    private var chunks: [[Element]] = []
    private let chunkSize: Int

    /// An empty queue.
    ///
    /// - Parameter chunkSize: How many elements a chunk has at most.
    init(chunkSize: Int) {
        self.chunkSize = chunkSize
    }

    /// Appends an element.
    ///
    /// - Complexity: O(1) on average; O(*n*) for a chunk of *n* elements.
    mutating func append(_ element: Element) {
        if chunks.last.map({ $0.count < chunkSize }) ?? false {
            chunks[chunks.count - 1].append(element)
        } else {
            chunks.append([element])
        }
        count += 1
    }

    /// Removes the oldest chunk; `nil` if there is none.
    ///
    /// - Complexity: O(*n*) for *n* chunks.
    mutating func popFirstChunk() -> [Element]? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks.removeFirst()
        count -= chunk.count
        return chunk
    }
}

extension ChunkedQueue: Sendable where Element: Sendable {}
