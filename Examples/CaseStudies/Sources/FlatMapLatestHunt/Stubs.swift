// Stand-ins for types of the concurrency library: types in this module shadow imported types.
struct Task<Success, Failure>: Hashable, Sendable { let id: TaskID }
enum TaskID: Hashable, Sendable {
    case consumer, base
    case inner(Int)
}

struct UnsafeContinuation<Value, Failure>: Hashable, Sendable {
    let id: TaskID
    func resume(returning value: Value) { resumed.append((id, nil)) }
    func resume(throwing error: any Error) { resumed.append((id, error)) }
}
/// The continuations that the machine itself has resumed in the current step.
nonisolated(unsafe) var resumed: [(id: TaskID, error: (any Error)?)] = []

struct Numbers: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol { mutating func next() async throws -> Int? { nil } }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
struct CancellationError: Error {}
struct Thrown: Error {}
