import StateMachineGraphs

/// A run of a system that shows what is wrong: the moves by name, and the states between them.
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
    let space: SystemSpace<System>

    /// What is wrong, in words.
    public let reason: String

    /// The fault at the end; `nil` for the run that refutes a property.
    public let fault: Fault?

    /// The moves in order; the last one has the fault, if there is one.
    public let steps: [Step]

    /// The moves that can be made again and again after that; mostly none.
    public let loop: [Step]

    let first: Int

    /// A run to a fault.
    init(_ space: SystemSpace<System>, to fault: Fault, steps: [Step]) {
        (self.space, self.fault, self.steps, loop) = (space, fault, steps, [])
        reason = fault.description
        first = steps.first?.before ?? 0
    }

    /// A run that refutes a property; `nil` if it needs none.
    init?(_ space: SystemSpace<System>, _ counterexample: Counterexample<SystemState<System>>) {
        guard let trace = counterexample.trace else { return nil }
        self.space = space
        fault = nil
        steps = trace.steps.map { Step($0, in: space) }
        loop = counterexample.loop?.steps.map { Step($0, in: space) } ?? []
        first = trace.initial.number
        reason = "\"\(counterexample.property)\" does not hold"
    }

    /// One move.
    public struct Step: Sendable {
        /// The name of the move.
        public let name: String

        /// What has to be assumed for it, if anything.
        public let assumption: Assumption?

        let before: Int
        let after: Int?

        init(name: String, assumption: Assumption?, before: Int, after: Int?) {
            (self.name, self.assumption, self.before, self.after) = (name, assumption, before, after)
        }

        fileprivate init(_ step: TraceStep<SystemState<System>>, in space: SystemSpace<System>) {
            let edge = space.edges[step.before.number].first { $0.name == step.event.name }
            (name, assumption) = (step.event.name, edge?.assumption)
            (before, after) = (step.before.number, step.after.number)
        }
    }

    /// The names of the moves.
    public var moves: [String] { steps.map(\.name) }

    /// What has to be assumed for the run.
    public var assumptions: [Assumption] {
        (steps + loop).compactMap(\.assumption).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The state at the end: the one in which the fault is found.
    public var last: SystemState<System> {
        SystemState(space: space, number: steps.last.map { $0.after ?? $0.before } ?? first)
    }

    /// The number of the initial state among ``ExploredSystem/initialStates``.
    public var initial: Int { space.initialIndices[first] }

    /// A test that fails as long as there is the fault, because it makes the same moves.
    ///
    /// `nil` if the run has no fault.
    ///
    /// ```swift
    /// @Test func `a request is answered twice`() throws {
    ///     let fault = try PoolSystem.fault(after: ["lease", "connect 0", "fire late 0.0"])
    ///     #expect(fault == nil)
    /// }
    /// ```
    public var swiftTest: String? {
        guard let fault else { return nil }
        let title = fault.reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        let head = swiftTestHead(title, function: "fault")
        let names = moves.map { "        \($0.debugDescription)," }.joined(separator: "\n")
        let start = initial == 0 ? "" : ", from: \(initial)"
        return """
            \(head) throws {
                let moves = [
            \(names)
                ]
                #expect(try \(System.self).fault(after: moves\(start)) == nil)
            }
            """
    }
}

extension SystemRun: CustomStringConvertible {
    /// What is wrong and what is assumed, each move with what it changes, and the last two states.
    public var description: String {
        let assumptions = assumptions.map(\.description).joined(separator: " and ")
        var lines = [assumptions.isEmpty ? reason : "\(reason), if \(assumptions)"]
        for (index, step) in steps.enumerated() { lines += self.lines(step, number: index + 1) }
        if !loop.isEmpty { lines.append("  then again and again:") }
        for (index, step) in loop.enumerated() { lines += self.lines(step, number: steps.count + index + 1) }
        if let step = steps.last {
            lines += ["Before the last move:"] + state(step.before)
            if let after = step.after { lines += ["At the end:"] + state(after) }
        } else {
            lines += ["At the beginning:"] + state(first)
        }
        return lines.joined(separator: "\n")
    }

    /// A move, and what it changes.
    private func lines(_ step: Step, number: Int) -> [String] {
        let head = "  \(number). \(step.name)"
        guard let after = step.after else { return [head] }
        let changes = StructureDifference(from: space.systems[step.before], to: space.systems[after]).lines
        if let change = changes.first, changes.count == 1 { return ["\(head)   \(change)"] }
        let most = 8
        let more = changes.count > most ? ["       … and \(changes.count - most) more"] : []
        return [head] + changes.prefix(most).map { "       \($0)" } + more
    }

    /// The stored properties of a state, one on each line.
    private func state(_ number: Int) -> [String] {
        let mirror = Mirror(reflecting: space.systems[number])
        guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
            return ["  \(StructureDifference.text(space.systems[number]))"]
        }
        return mirror.children.map { "  \($0.label ?? "–"): \(StructureDifference.text($0.value))" }
    }
}
