/// The outcome of an event that was sent to a machine of a fleet.
public enum FleetOutcome<Output: Sendable>: Sendable {
    /// The machine has handled the event. The new state is stored.
    case handled(Output)

    /// The machine has rejected the event and is still in the same state. The text contains the
    /// event and the state.
    case rejected(String)

    /// The event of a job came too late, and nothing was changed.
    case dropped(FleetDropReason)

    /// Whether the machine has handled the event.
    public var isHandled: Bool {
        if case .handled = self { true } else { false }
    }
}

extension FleetOutcome: Equatable where Output: Equatable {}
extension FleetOutcome: Hashable where Output: Hashable {}

// `Void` cannot conform to `Equatable`, so outcomes without an output have their own operators.
extension FleetOutcome where Output == Void {
    /// Returns whether two outcomes are equal, for a machine without outputs.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.handled, .handled): true
        case (.rejected(let left), .rejected(let right)): left == right
        case (.dropped(let left), .dropped(let right)): left == right
        case (.handled, _), (.rejected, _), (.dropped, _): false
        }
    }

    /// Returns whether two outcomes differ, for a machine without outputs.
    public static func != (left: Self, right: Self) -> Bool { !(left == right) }
}

extension FleetOutcome: CustomStringConvertible {
    /// The name of the case with its payload, such as `rejected(Invalid transition: …)`.
    public var description: String {
        switch self {
        case .handled(let output): output is Void ? "handled" : "handled(\(output))"
        case .rejected(let words): "rejected(\(words))"
        case .dropped(let reason): "dropped(\(reason))"
        }
    }
}

/// The reason why an event of a job was dropped.
public enum FleetDropReason: Hashable, Sendable {
    /// The job has ended, because the machine has exited its activity or the work is over.
    case stale

    /// Another worker has taken over the job.
    case takenOver
}
