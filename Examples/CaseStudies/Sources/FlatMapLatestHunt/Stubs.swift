// They stand in for types of the concurrency library: names in the module shadow imported ones.
struct Task<Success, Failure>: Hashable, Sendable { let id: Int }

struct UnsafeContinuation<Value, Failure>: Hashable, Sendable {
    let id: Int
    func resume(returning value: Value) { resumed.append((id, nil)) }
    func resume(throwing error: any Error) { resumed.append((id, error)) }
}
/// What the machine itself has resumed in the present step.
nonisolated(unsafe) var resumed: [(id: Int, error: (any Error)?)] = []

struct Numbers: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol { mutating func next() async throws -> Int? { nil } }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
struct CancellationError: Error {}
struct Thrown: Error {}
