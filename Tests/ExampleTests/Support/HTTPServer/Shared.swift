import ExampleSupport
import StateMachines

/// A flag that the test sets and a handler reads.
final class Flag: Sendable {
    private let content = Locked(false)

    var isSet: Bool { content.withLock { $0 } }

    func set() {
        content.withLock { $0 = true }
    }
}

/// Lets a handler reach the server it belongs to.
final class Box: Sendable {
    private let content = Locked<LoopbackServer?>(nil)

    var server: LoopbackServer? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
