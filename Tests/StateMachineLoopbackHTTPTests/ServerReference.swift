import StateMachineLocks
import StateMachineLoopbackHTTP

/// A server that its own handler can use.
final class ServerReference: Sendable {
    private let content = Locked<LoopbackServer?>(nil)

    var server: LoopbackServer? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
