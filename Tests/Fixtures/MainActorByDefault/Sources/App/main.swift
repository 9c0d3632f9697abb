import Dispatch
import Observation
import StateMachines

let screen = Screen()
var changes = 0
withObservationTracking {
    _ = screen.title
} onChange: {
    MainActor.assumeIsolated { changes += 1 }
}
print(try await screen.run(), "after", screen.attempts, "attempts;", changes, "change told")

// A callback on another thread.
let sender = screen.machine.sender()
let outcome = await Task.detached { await sender.send(.start) }.value
print(outcome.isHandled ? "handled" : "rejected", "from another thread")
DispatchQueue.global().async { sender.post(.start) }
