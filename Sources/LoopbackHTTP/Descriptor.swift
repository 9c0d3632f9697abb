import StateMachines

/// A file descriptor which is closed exactly once: when told to, or with its last owner.
///
/// Closing is explicit where somebody counts on its having happened, since the moment at which the
/// last reference of a thread goes is nobody's to choose.
final class Descriptor: Sendable {
    /// The number the system knows it by; meaningless after `close()`.
    let rawValue: Int32

    private let isOpen = Locked(true)

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close()
    }

    /// Gives the descriptor back; a second call does nothing.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { POSIX.closeDescriptor(rawValue) }
    }
}
