public import StateMachineGraphs

/// The result of checking a property of a system.
///
/// ```swift
/// let verdict = exploration.check(.never("a request waits at rest") { $0.isAtRest && !$0.waiting.isEmpty })
/// #expect(verdict.holds)   // prints the violating run if it fails
/// ```
public struct SystemVerdict<System: ExploredSystem>: Sendable {
    /// The name of the property.
    public let property: String

    /// The result for the property.
    public let result: Result

    /// The result of a check.
    public enum Result: Sendable {
        /// The property holds in all reachable states; runs that lead to faults are not considered.
        case holds

        /// The property does not hold.
        ///
        /// If one finite run is enough to refute the property, as for `never`, the run depends on
        /// the fewest possible assumptions and is one of the shortest such runs. Other runs are one
        /// of the shortest, whatever their assumptions. The run is `nil` if the property requires a
        /// state that no run reaches.
        case fails(SystemRun<System>?)

        /// The property is neither proved nor refuted.
        case undecided(UndecidedProperty<SystemState<System>>)
    }

    init(_ property: System.Property, _ result: Result) {
        (self.property, self.result) = (property.name, result)
    }

    /// Whether the property is proved.
    public var holds: Bool {
        if case .holds = result { true } else { false }
    }

    /// The run that violates the property, or `nil` if there is none.
    public var run: SystemRun<System>? {
        if case .fails(let run) = result { run } else { nil }
    }
}

extension SystemVerdict: CustomStringConvertible {
    /// The name of the property with the word `holds`, the violating run, or the reason why the
    /// property is undecided.
    public var description: String {
        switch result {
        case .holds: "\"\(property)\" holds"
        case .fails(let run?): "\(run)"
        case .fails(nil): "\"\(property)\" fails: no reachable state satisfies it"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}
