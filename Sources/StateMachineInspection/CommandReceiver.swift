import Foundation
import InspectionMessages
import StateMachines

/// Sends the events of commands to a machine, and says what became of them.
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

    /// What a page is told.
    var names: [String] { sources.map(\.name) }

    /// Remembers the state, whose samples may be sent.
    func update(_ state: Definition) {
        // The former state is released outside the lock.
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
            return .refused("it is none of the events that the machine accepts")
        } catch {
            return .refused("the event cannot be decoded: \(error)")
        }
    }
}
