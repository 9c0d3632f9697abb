import StateMachines

/// A random run that is over.
struct FinishedRun<Definition: FiniteStateDefinition>: Sendable {
    /// How many events were tried.
    let stepCount: Int
    var end = End.none

    /// The run's result.
    enum End: Sendable {
        case none

        /// A state or a step violates the property at this index.
        case broken(property: Int)

        /// A fair run through the visited states violates `alwaysPossible` or a liveness property.
        case refuted(Counterexample<Definition>)

        case undecided(UndecidedProperty<Definition>)
    }

    /// Whether the simulation ends after this run.
    var isDecisive: Bool {
        if case .none = end { false } else { true }
    }
}
