import StateMachineLocks

/// A file descriptor that is closed exactly once: explicitly, or when its last owner releases it.
///
/// Close it explicitly if other code relies on that, because the time at which a thread releases
/// its last reference is not predictable.
final class Descriptor: Sendable {
    /// The number of the descriptor, which is meaningless after `close()`.
    let rawValue: Int32

    private let isOpen = Locked(true)

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close()
    }

    /// Closes the descriptor, unless it is already closed.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { POSIX.closeDescriptor(rawValue) }
    }
}
