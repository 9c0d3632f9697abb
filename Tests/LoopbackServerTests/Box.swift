import LoopbackServer
import Synchronization

/// Lets a handler reach the server it belongs to.
final class Box: Sendable {
    private let content = Mutex<LoopbackServer?>(nil)

    var server: LoopbackServer? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
