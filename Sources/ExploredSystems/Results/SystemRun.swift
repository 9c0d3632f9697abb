/// A run of a system to a fault: the moves by name, and the states between them.
///
/// ```text
/// a request is answered twice (PoolSystem.swift:40), if timers fire late
///   1. lease                waiting: [] → [0]
///   2. connect 0            links: [:] → [0: open]
///   3. fire late 0.0
/// before the last move: PoolSystem(…)
/// ```
public struct SystemRun<System: ExploredSystem>: Sendable {
    let space: SystemSpace<System>

    /// What is wrong at the end.
    public let fault: Fault

    /// The moves in order; the last one has the fault.
    public let steps: [Step]

    /// One move.
    public struct Step: Sendable {
        /// The name of the move.
        public let name: String

        /// What has to be assumed for it, if anything.
        public let assumption: Assumption?

        let before: Int
        let after: Int?
    }

    /// The names of the moves.
    public var moves: [String] { steps.map(\.name) }

    /// What has to be assumed for the run.
    public var assumptions: [Assumption] {
        steps.compactMap(\.assumption).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The state before the last move.
    public var last: SystemState<System> { SystemState(space: space, number: steps.last?.before ?? 0) }

    /// The number of the initial state among ``ExploredSystem/initialStates``.
    public var initial: Int { steps.first?.before ?? 0 }

    /// A test that fails as long as there is the fault: it makes the same moves.
    ///
    /// ```swift
    /// @Test func `a request is answered twice`() throws {
    ///     let fault = try PoolSystem.fault(after: ["lease", "connect 0", "fire late 0.0"])
    ///     #expect(fault == nil)
    /// }
    /// ```
    public var swiftTest: String {
        let title = fault.reason.replacing("`", with: "'").split(whereSeparator: \.isNewline).joined(separator: " ")
        let isRawIdentifier = !title.isEmpty && !title.contains("\\")
        let head = isRawIdentifier ? "@Test func `\(title)`()" : "@Test(\(title.debugDescription)) func fault()"
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
    /// The fault with its assumptions, the moves with what they change, and the state before the
    /// last one.
    public var description: String {
        let assumptions = assumptions.map(\.description).joined(separator: " and ")
        var lines = ["\(fault)\(assumptions.isEmpty ? "" : ", if \(assumptions)")"]
        let width = min(40, steps.map(\.name.count).max() ?? 0)
        for (number, step) in steps.enumerated() {
            var line = "  \(number + 1). \(step.name)"
            if let after = step.after {
                let change = StructureDifference(from: space.systems[step.before], to: space.systems[after])
                let padding = String(repeating: " ", count: max(2, width + 4 - step.name.count))
                line += padding + "\(change)"
            }
            lines.append(line)
        }
        lines.append("before the last move: \(last)")
        return lines.joined(separator: "\n")
    }
}
