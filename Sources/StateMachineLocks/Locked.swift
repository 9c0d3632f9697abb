#if !hasFeature(Embedded)
package import Synchronization

/// A value that a mutex protects in a way that the thread sanitizer recognizes.
///
/// On Linux, a `Mutex` consists of system calls and of atomic operations in an uninstrumented
/// library. The sanitizer does not see them and reports a race wherever a mutex is used. So this
/// type also orders the end of each access before the beginning of the next one with a store and a
/// load that the sanitizer sees. Each of the two costs a plain move instruction.
package struct Locked<Value>: ~Copyable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let accesses = Atomic<Int>(0)

    /// Protects a value with a new mutex.
    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls a closure with exclusive access to the value.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if compiler(>=6.3)
        try mutex.withLock { value throws(Failure) in
            let count = accesses.load(ordering: .acquiring)
            defer { accesses.store(count &+ 1, ordering: .releasing) }
            return try body(&value)
        }
        #else
        // Swift 6.2 cannot tell that a closure passes on its `inout sending` parameter, so a thread
        // sanitizer on Linux needs Swift 6.3.
        try mutex.withLock(body)
        #endif
    }
}

extension Locked: Sendable where Value: Sendable {}
#endif
