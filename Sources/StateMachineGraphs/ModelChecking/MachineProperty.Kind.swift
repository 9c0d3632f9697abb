import StateMachines

extension MachineProperty {
    /// The property's kind.
    public var kind: Kind {
        switch claim {
        case .safety(let safety): return safety.kind
        case .goal: return .reachable
        case .promise(let promise):
            let assumptions = promise.fairness.map(\.name)
            return switch promise.form {
            case .alwaysPossible: .alwaysPossible
            case .leadsTo(from: nil): .eventually(assuming: assumptions)
            case .leadsTo(from: .some): .leadsTo(assuming: assumptions)
            case .eventuallyAlways: .eventuallyAlways(assuming: assumptions)
            }
        }
    }

    /// A kind of property.
    public enum Kind: Hashable, Sendable {
        /// A kind that is named after the function that creates the property.
        case always, never, noDeadEnd, everyTransition, everyEvent, atAllTimes, reachable, alwaysPossible

        /// An `eventually` property, with its assumptions in words.
        case eventually(assuming: [String])

        /// A `leadsTo` property, with its assumptions in words.
        case leadsTo(assuming: [String])

        /// An `eventuallyAlways` property, with its assumptions in words.
        case eventuallyAlways(assuming: [String])
    }
}

extension MachineProperty.Kind: CustomStringConvertible {
    /// The kind in words, such as `always` or `leads to, if an answer comes (weakly fair)`.
    public var description: String {
        switch self {
        case .always: "always"
        case .never: "never"
        case .noDeadEnd: "no dead end"
        case .everyTransition: "every transition"
        case .everyEvent: "every event"
        case .atAllTimes: "at all times"
        case .reachable: "reachable"
        case .alwaysPossible: "always possible"
        case .eventually(let assumptions): "eventually" + Self.words(assumptions)
        case .leadsTo(let assumptions): "leads to" + Self.words(assumptions)
        case .eventuallyAlways(let assumptions): "eventually always" + Self.words(assumptions)
        }
    }

    private static func words(_ assumptions: [String]) -> String {
        assumptions.isEmpty ? "" : ", assuming \(assumptions.joined(separator: " and "))"
    }
}
