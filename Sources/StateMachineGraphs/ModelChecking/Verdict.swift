public import StateMachines

/// The result of checking a property.
///
/// ```swift
/// switch graph.check(property) {
/// case .holds: print("it holds")
/// case .fails(let counterexample): print(counterexample)
/// case .undecided(let undecided): print(undecided.reason)
/// }
/// ```
public enum Verdict<Definition: StateDefinition>: Sendable {
    /// The property holds.
    ///
    /// For `reachable`, the witness is the shortest trace to a goal state. For other properties, it
    /// is `nil`.
    case holds(witness: Trace<Definition>?)

    /// The property does not hold, as the counterexample shows.
    case fails(Counterexample<Definition>)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<Definition>)

    /// Whether the property is proved.
    public var holds: Bool {
        switch self {
        case .holds: true
        case .fails, .undecided: false
        }
    }

    /// The counterexample, if the property does not hold.
    public var counterexample: Counterexample<Definition>? {
        switch self {
        case .fails(let counterexample): counterexample
        case .holds, .undecided: nil
        }
    }

    /// The undecided property with its reason, if the verdict is undecided.
    public var undecided: UndecidedProperty<Definition>? {
        switch self {
        case .undecided(let undecided): undecided
        case .holds, .fails: nil
        }
    }
}

extension Verdict: CustomStringConvertible {
    /// `holds` with the witness, if there is one; the counterexample; or the undecided property.
    public var description: String {
        switch self {
        case .holds(nil): "holds"
        case .holds(let witness?): "holds: \(witness)"
        case .fails(let counterexample): "\(counterexample)"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}

extension Verdict: Equatable where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension Verdict: Hashable where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
