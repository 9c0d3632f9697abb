#if !hasFeature(Embedded)
import Synchronization

/// A value that one thread at a time can get at, and whose lock the thread sanitizer sees.
///
/// It is a `Mutex`. On Linux the sanitizer does not see one of those, which is made of system calls and of atomics inside an
/// uninstrumented library, and reports a race wherever it is used. So the end of each turn and the beginning of the next are
/// tied together once more, by a store and a load that the sanitizer does see and that cost a plain move each.
package struct Locked<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let turns = Atomic<Int>(0)

    /// Guards a value.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls a closure with the value, while nobody else has it.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            let turn = turns.load(ordering: .acquiring)
            defer { turns.store(turn &+ 1, ordering: .releasing) }
            return try body(&value)
        }
    }
}

extension Locked: Sendable where Value: Sendable {}
#endif
