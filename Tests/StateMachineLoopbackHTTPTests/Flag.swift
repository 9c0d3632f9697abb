import StateMachineLocks

/// A flag that the test sets and a handler reads.
final class Flag: Sendable {
    private let content = Locked(false)

    var isSet: Bool { content.withLock { $0 } }

    func set() {
        content.withLock { $0 = true }
    }
}
