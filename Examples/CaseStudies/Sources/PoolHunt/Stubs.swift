// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol PooledConnection: AnyObject, Sendable {
    associatedtype ID: Hashable & Sendable
    var id: ID { get }
}
public protocol ConnectionIDGeneratorProtocol: Sendable {
    associatedtype ID: Hashable & Sendable
    func next() -> ID
}
public protocol ConnectionRequestProtocol: Sendable {
    associatedtype ID: Hashable & Sendable
    var id: ID { get }
}

struct LinkID: Hashable, Sendable { var number: Int }
final class Link: PooledConnection, Sendable {
    let id: LinkID
    init(_ id: LinkID) { self.id = id }
}
/// The next connection ID, which each step sets and reads, because the generator is immutable.
nonisolated(unsafe) var nextLink = LinkID(number: 0)
struct Generator: ConnectionIDGeneratorProtocol {
    func next() -> LinkID {
        defer { nextLink.number += 1 }
        return nextLink
    }
}
struct Request: ConnectionRequestProtocol, Hashable {
    struct ID: Hashable, Sendable { var number: Int }
    let id: ID
}
struct StoppedClock: Clock {
    struct Instant: InstantProtocol, Hashable {
        var offset: Duration
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
    }
    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
struct Failed: Error {}
