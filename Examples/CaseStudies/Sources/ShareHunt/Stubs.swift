struct BaseFailure: Error {}

/// The base sequence. Its iterator is never asked, because the system produces the elements.
struct Base: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        mutating func next(isolation actor: isolated (any Actor)?) async throws(BaseFailure) -> Int? { nil }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

public struct AsyncBufferSequencePolicy: Sendable {
    enum Policy { case bounded(Int), unbounded, bufferingNewest(Int), bufferingOldest(Int) }
    let policy: Policy
    public static func bounded(_ limit: Int) -> Self { Self(policy: .bounded(limit)) }
}
