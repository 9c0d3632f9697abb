import StateMachineGraphs
import StateMachines

/// A run of a system that leads to a fault or violates a property.
///
/// Its description lists the moves by name, with the changes that each move makes:
///
/// ```text
/// a request is answered twice (Pool/PoolSystem.swift:40), if timers fire late
///   1. lease   waiting: [] → [0]
///   2. connect 0
///        links: [:] → [0: open]
///        waiting: [0] → []
///   3. fire timer 0
/// Before the last move:
///   links: [0: open]
///   waiting: []
/// ```
public struct SystemRun<System: ExploredSystem>: Sendable {
    let space: ExploredStates<System>

    /// A description of the fault or of the violated property.
    public let reason: String

    /// The name of the violated property; `nil` if the run has a fault.
    public let property: String?

    /// The fault at the end; `nil` if the run violates a property.
    public let fault: SystemFault?

    /// The moves in order; if the run has a fault, the last move causes it.
    public let steps: [Step]

    /// The moves that can repeat forever after the steps; usually empty.
    public let loop: [Step]

    let first: Int

    /// The other reasons with which the same place traps, because they contain a value.
    let otherReasons: [String]

    /// Whether no other run with this end depends on fewer assumptions.
    let isMinimal: Bool

    /// Creates a run to a fault.
    init(_ space: ExploredStates<System>, to fault: SystemFault, otherReasons: [String], steps: [Step]) {
        (self.space, self.fault, self.steps, loop, property) = (space, fault, steps, [], nil)
        self.otherReasons = otherReasons
        isMinimal = space.hasAllAssumptionSets || steps.flatMap(\.assumptions).uniqued().count <= 2
        reason = fault.description
        first = steps.first?.before ?? 0
    }

    /// Creates a run that violates a property; `nil` if the counterexample has no trace.
    ///
    /// - Parameter isMinimal: Whether no other violating run depends on fewer assumptions.
    init?(
        _ space: ExploredStates<System>,
        _ counterexample: Counterexample<SystemState<System>>,
        isMinimal: Bool
    ) {
        guard let trace = counterexample.trace else { return nil }
        (self.space, self.isMinimal, otherReasons) = (space, isMinimal, [])
        fault = nil
        steps = trace.steps.map { Step($0, in: space) }
        loop = counterexample.loop?.steps.map { Step($0, in: space) } ?? []
        first = trace.initial.number
        property = counterexample.property
        reason = "\"\(counterexample.property)\" does not hold"
    }

    /// One move of a run.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        /// The name of the move.
        public let name: String

        /// The assumptions that the move depends on; usually empty.
        public let assumptions: [SystemAssumption]

        let before: Int
        let after: Int?

        /// The name of the move.
        public var description: String { name }

        init(name: String, assumptions: [SystemAssumption], before: Int, after: Int?) {
            (self.name, self.assumptions, self.before, self.after) = (name, assumptions, before, after)
        }

        fileprivate init(_ step: TraceStep<SystemState<System>>, in space: ExploredStates<System>) {
            let edge = space.edges[step.before.number].first { $0.name == step.event.name }
            (name, assumptions) = (step.event.name, edge?.assumptions ?? [])
            (before, after) = (step.before.number, step.after.number)
        }
    }

    /// The names of the moves, in order.
    public var moves: [String] { steps.map(\.name) }

    /// The assumptions that the run depends on.
    ///
    /// No other run to this fault, or to this violation of a property that one finite run refutes,
    /// depends on fewer assumptions. For other properties, a longer run may depend on fewer.
    public var assumptions: [SystemAssumption] { (steps + loop).flatMap(\.assumptions).uniqued() }

    /// The last state of the run.
    ///
    /// If the run has a fault, this is the state in which the last move causes the fault.
    public var last: SystemState<System> {
        SystemState(space: space, number: steps.last.map { $0.after ?? $0.before } ?? first)
    }

    /// The index of the run's initial state in ``ExploredSystem/initialStates``.
    public var initial: Int { space.initialIndices[first] }

    /// The source of a test that repeats the moves and fails until the defect is fixed.
    ///
    /// The test also passes if the moves are no longer possible: see
    /// ``ExploredSystem/fault(along:from:blockedAfter:)``. The test of a violated property looks
    /// for the name of the property in ``ExploredSystem/properties``.
    ///
    /// ```swift
    /// @Test func `a request is answered twice`() throws {
    ///     let moves = [
    ///         "lease",
    ///         "connect 0",
    ///         "fire late timer 0",
    ///     ]
    ///     #expect(try PoolSystem.fault(along: moves) == nil)
    /// }
    /// ```
    public var swiftTest: String {
        let name = property ?? fault?.reason ?? reason
        // A reason may contain a whole state, and a name need not.
        let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
        let title = property == nil && line.count > 80 ? "\(line.prefix(79))…" : line
        let head = swiftTestHead(title, function: fault == nil ? "property" : "fault")
        let names = (moves + loop.map(\.name)).map { "        \($0.debugDescription)," }.joined(separator: "\n")
        let start = initial == 0 ? "" : ", from: \(initial)"
        let call = property.map { "violation(of: \($0.debugDescription), along: moves" } ?? "fault(along: moves"
        return """
            \(head) throws {
                let moves\(names.isEmpty ? ": [String] = []" : " = [\n\(names)\n    ]")
                #expect(try \(System.self).\(call)\(start)) == nil)
            }
            """
    }
}

extension SystemRun: CustomStringConvertible {
    /// The reason, the assumptions, each move with its changes, and the last state.
    public var description: String {
        let assumptions = assumptions.map(\.description).joined(separator: " and ")
        let condition = isMinimal ? "if" : "in this run if"
        var lines = [assumptions.isEmpty ? reason : "\(reason), \(condition) \(assumptions)"]
        if let other = otherReasons.first {
            let more = otherReasons.count > 1 ? ", and \(otherReasons.count - 1) more" : ""
            lines.append(
                "  (also with another reason: \(StateDifference.cut(fault?.reason ?? reason, other).1)\(more))"
            )
        }
        for (index, step) in steps.enumerated() {
            lines += self.lines(step, number: index + 1, isLast: index == steps.count - 1)
        }
        if !loop.isEmpty { lines.append("  then again and again:") }
        for (index, step) in loop.enumerated() {
            lines += self.lines(step, number: steps.count + index + 1, isLast: false)
        }
        let title = steps.isEmpty ? "At the beginning:" : fault == nil ? "At the end:" : "Before the last move:"
        return (lines + [title] + state(last.number)).joined(separator: "\n")
    }

    /// Returns the lines for a move and its changes, which are whole for the last move.
    private func lines(_ step: Step, number: Int, isLast: Bool) -> [String] {
        let head = "  \(number). \(step.name)"
        guard let after = step.after else { return [head] }
        let difference = StateDifference(from: space.systems[step.before], to: space.systems[after])
        let changes = isLast ? difference.wholeLines : difference.lines
        if let change = changes.first, changes.count == 1 { return ["\(head)   \(change)"] }
        let most = isLast ? changes.count : 8
        let more = changes.count > most ? ["       … and \(changes.count - most) more"] : []
        return [head] + changes.prefix(most).map { "       \($0)" } + more
    }

    /// Returns the stored properties of a state, one per line.
    private func state(_ number: Int) -> [String] {
        let mirror = Mirror(reflecting: space.systems[number])
        guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
            return ["  \(StateDifference.text(space.systems[number]))"]
        }
        return mirror.children.map { "  \($0.label ?? "–"): \(StateDifference.text($0.value))" }
    }
}
