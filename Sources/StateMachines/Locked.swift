#if !hasFeature(Embedded)
import Synchronization

/// A value behind a mutex that the thread sanitizer sees.
///
/// On Linux a `Mutex` consists of system calls and of atomics in an uninstrumented library. The
/// sanitizer does not see them, and reports a race wherever one is used. So the end of each access
/// and the beginning of the next are ordered once more, by a store and a load that the sanitizer
/// does see. Each costs a plain move.
package struct Locked<Value>: ~Copyable {
    private let mutex: Mutex<Value>
    private let accesses = Atomic<Int>(0)

    /// Guards a value.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls a closure with exclusive access to the value.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            let count = accesses.load(ordering: .acquiring)
            defer { accesses.store(count &+ 1, ordering: .releasing) }
            return try body(&value)
        }
    }
}

extension Locked: Sendable where Value: Sendable {}
#endif
