/// A queue that stores its elements in chunks.
///
/// No operation touches more than one chunk, however many elements the queue contains.
struct ChunkedQueue<Element> {
    /// The number of elements.
    private(set) var count = 0

    /// The chunks, none of which is empty.
    private var chunks: [[Element]] = []
    private let chunkSize: Int

    /// Creates an empty queue.
    ///
    /// - Parameter chunkSize: The maximum number of elements per chunk.
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

    /// Removes the oldest chunk, or returns `nil` if the queue is empty.
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
