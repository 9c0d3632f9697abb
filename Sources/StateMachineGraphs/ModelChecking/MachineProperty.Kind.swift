import StateMachines

extension MachineProperty {
    /// What kind of claim this is.
    public var kind: Kind {
        switch claim {
        case .always: .always
        case .never: .never
        case .steps(withRejected: false, _): .everyTransition
        case .steps(withRejected: true, _): .everyEvent
        case .history: .atAllTimes
        case .reachable: .reachable
        case .alwaysPossible: .alwaysPossible
        case .leadsTo(from: nil, _, let fairness): .eventually(assuming: fairness.map(\.name))
        case .leadsTo(from: .some, _, let fairness): .leadsTo(assuming: fairness.map(\.name))
        }
    }

    /// A kind of claim.
    public enum Kind: Hashable, Sendable {
        case always, never, everyTransition, everyEvent, atAllTimes, reachable, alwaysPossible

        /// With what is assumed of the events that arrive, in words.
        case eventually(assuming: [String])

        /// With what is assumed of the events that arrive, in words.
        case leadsTo(assuming: [String])
    }
}

extension MachineProperty.Kind: CustomStringConvertible {
    /// The kind in words: `always`, `leads to, if an answer comes (weakly fair)`.
    public var description: String {
        switch self {
        case .always: "always"
        case .never: "never"
        case .everyTransition: "every transition"
        case .everyEvent: "every event"
        case .atAllTimes: "at all times"
        case .reachable: "reachable"
        case .alwaysPossible: "always possible"
        case .eventually(let assumptions): "eventually" + Self.words(assumptions)
        case .leadsTo(let assumptions): "leads to" + Self.words(assumptions)
        }
    }

    private static func words(_ assumptions: [String]) -> String {
        assumptions.isEmpty ? "" : ", if \(assumptions.joined(separator: " and "))"
    }
}
