public import StateMachineGraphs
public import StateMachines

/// An error for a coverage goal that was not reached.
///
/// ```text
/// Door: 3 of 4 transitions covered. Missing:
/// open ─ close: closed ─ open → open ─ close → closed
/// ```
public struct MissingCoverage<Definition: FiniteStateDefinition>: Error, CustomStringConvertible {
    /// The goal that was not reached.
    let goal: TransitionCoverage<Definition>.Goal

    /// How many states or pairs were covered.
    public let covered: Int

    /// How many states or pairs count toward the goal.
    public let total: Int

    /// Names of the states or pairs that were not covered, each with the shortest path from an
    /// initial state.
    public let missing: [(title: String, path: Trace<Definition>?)]

    /// A summary, and a line with the shortest path to each of the first 20 missing states or
    /// pairs.
    public var description: String {
        let shown = 20
        let lines = missing.prefix(shown).map { "\($0.title)\($0.path.map { ": \($0)" } ?? "")" }
        let rest = missing.count > shown ? ["… and \(missing.count - shown) more"] : []
        return (["\(Definition.self): \(covered) of \(total) \(goal) covered. Missing:"] + lines + rest)
            .joined(separator: "\n")
    }
}
