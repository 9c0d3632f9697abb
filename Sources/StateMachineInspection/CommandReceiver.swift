import Foundation
import InspectionMessages
import StateMachines

/// Sends the events of commands to a machine and returns the outcomes.
final class CommandReceiver<Definition: StateDefinition>: Sendable {
    private let sources: [AcceptedEvents<Definition>]
    private let sender: StateMachine<Definition>.Sender
    private let state: Locked<Definition>

    init(
        _ sources: [AcceptedEvents<Definition>],
        from state: Definition,
        _ sender: StateMachine<Definition>.Sender
    ) {
        self.sources = sources
        self.sender = sender
        self.state = Locked(state)
    }

    /// The names of the accepted kinds of events, for the page.
    var names: [String] { sources.map(\.name) }

    /// Stores the state, whose sample events a page may send.
    func update(_ state: Definition) {
        // Release the former state outside the lock.
        _ = self.state.withLock { former in
            defer { former = state }
            return former
        }
    }

    func receive(_ command: Data) async -> CommandOutcome {
        let state = state.withLock { $0 }
        do {
            for source in sources {
                if let event = try source.event(command, state) { return CommandOutcome(await sender.send(event)) }
            }
            return .refused("the machine does not accept this event from pages")
        } catch {
            return .refused("the event cannot be decoded: \(error)")
        }
    }
}
