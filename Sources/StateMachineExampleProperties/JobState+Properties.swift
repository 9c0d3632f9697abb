package import DurableMachines
package import StateMachineGraphs
import StateMachines

extension JobState {
    /// The properties of a job in a fleet.
    package static let properties: [MachineProperty<JobState>] = [
        .everyEvent("the messages of an attempt are handled only while this attempt has the job") { step in
            guard let attempt = step.event.sender, step.isHandled else { return true }
            return [.held(attempt: attempt), .alone(attempt: attempt), .exited(attempt: attempt)].contains(step.before)
        },
        .everyEvent("attempt numbers only increase, and only a worker that takes the job gets a new number") { step in
            // The exploration merges states with more than one attempt.
            var after = step.before
            guard (try? after.handleEvent(step.event)) != nil, after != .deleted else { return true }
            return after.attempts == step.before.attempts + (step.event == .take ? 1 : 0)
        },
        .everyEvent("the death of a process parks a job only if the job was alone") { step in
            guard step.event == .bury else { return true }
            return if case .alone = step.before { step.isHandled } else { !step.isHandled }
        },
        .everyEvent("a worker that takes a job is not alone before it has said so") { step in
            guard case .alone(let attempt) = step.after, step.isHandled else { return true }
            return step.before == .alone(attempt: attempt) || step.event == .isolate(attempt: attempt)
        },
        .everyTransition("finished work never starts again") { step in
            guard case .done = step.before else { return true }
            return step.after == .deleted
        },
        .everyTransition("after the exit of its activity, a job is never taken again") { step in
            guard case .exited = step.before else { return true }
            return step.after == .deleted || step.after == step.before
        },
        .everyEvent("a job handles the exit of its activity in every state") { step in
            guard step.event == .exit else { return true }
            return switch step.before {
            case .waiting, .held, .alone, .done, .parked: step.isHandled
            case .exited, .deleted: !step.isHandled
            }
        },
        .alwaysPossible("a job ends: its work is done, or its row is deleted") { state in
            switch state {
            case .done, .deleted: true
            case .waiting, .held, .alone, .exited, .parked: false
            }
        },
        .noDeadEnd(),
    ]
}

extension JobState.Event {
    /// The attempt whose worker sends the message; `nil` for the events of the fleet.
    fileprivate var sender: Int? {
        switch self {
        case .isolate(let attempt), .renew(let attempt), .finish(let attempt), .fail(let attempt), .giveUp(let attempt),
            .release(let attempt):
            attempt
        case .take, .bury, .exit, .retry: nil
        }
    }
}
