// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

struct BaseFailure: Error {}

/// The base sequence, whose iterator is never asked, because the system produces the elements.
struct Base: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        mutating func next(isolation actor: isolated (any Actor)?) async throws(BaseFailure) -> Int? { nil }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

public struct AsyncBufferSequencePolicy: Sendable {
    enum Policy {
        case bounded(Int)
        case unbounded
        case bufferingNewest(Int)
        case bufferingOldest(Int)
    }
    let policy: Policy
    public static func bounded(_ limit: Int) -> Self { Self(policy: .bounded(limit)) }
}
