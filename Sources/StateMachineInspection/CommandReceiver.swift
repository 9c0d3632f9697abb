import Foundation
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineRecording
import StateMachines

/// Sends the events of commands to a machine and returns the outcomes.
final class CommandReceiver<Definition: StateDefinition>: Sendable {
    private let sources: [AcceptedEvents<Definition>]
    private let redaction: MachineRedaction
    private let sender: StateMachine<Definition>.Sender
    private let state: Locked<Definition>

    /// The maximum size of a description, which must fit into a batch.
    private let descriptionLimit = 200 * 1024

    init(
        _ sources: [AcceptedEvents<Definition>],
        from state: Definition,
        _ sender: StateMachine<Definition>.Sender,
        redacting redaction: MachineRedaction = .nothing
    ) {
        self.sources = sources
        self.redaction = redaction
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
        if (try? JSONDecoder().decode(Question.self, from: command))?.describe == true { return description(in: state) }
        do {
            for source in sources {
                if let event = try source.event(command, state) {
                    return CommandOutcome(await sender.send(event), redaction)
                }
            }
            return .refused("the machine does not accept this event from pages")
        } catch {
            let problem = DecodingProblem(error)
            return .refused("the event cannot be decoded: \(problem.reason)", at: problem.place)
        }
    }

    /// Returns the description of the events that the machine accepts as values.
    private func description(in state: Definition) -> CommandOutcome {
        for source in sources {
            guard let events = source.description?(state, redaction.redactsAnything) else { continue }
            guard events.utf8.count <= descriptionLimit else {
                return .refused("the description of the events is too large")
            }
            return .described(events)
        }
        return .refused("the machine accepts only sample events from pages")
    }
}

/// A command that asks for a description of the events.
private struct Question: Decodable {
    let describe: Bool?
}
