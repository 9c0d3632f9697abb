public import StateMachineGraphs
public import StateMachines

/// A coverage goal that was not reached.
///
/// ```text
/// Door: 3 of 4 transitions covered. Missing:
/// open ─ close: closed ─ open → open ─ close → closed
/// ```
public struct MissingCoverage<Definition: FiniteStateDefinition>: Error, CustomStringConvertible {
    /// What was to be covered.
    public let goal: TransitionCoverage<Definition>.Goal

    /// How many states or pairs were covered.
    public let covered: Int

    /// How many states or pairs there are.
    public let total: Int

    /// The states or pairs that were not covered, by name, each with a shortest path from an
    /// initial state.
    public let missing: [(title: String, path: Trace<Definition>?)]

    /// One line for each thing that is missing, with a shortest path to it; of many only the first
    /// ones.
    public var description: String {
        let shown = 20
        let lines = missing.prefix(shown).map { "\($0.title)\($0.path.map { ": \($0)" } ?? "")" }
        let rest = missing.count > shown ? ["… and \(missing.count - shown) more"] : []
        return (["\(Definition.self): \(covered) of \(total) \(goal) covered. Missing:"] + lines + rest)
            .joined(separator: "\n")
    }
}
