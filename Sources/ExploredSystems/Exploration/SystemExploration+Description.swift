import StateMachineGraphs

/// Returns a number with its noun, such as `1 fault` or `2 faults`.
private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension SystemExploration: CustomStringConvertible {
    /// The faults, the verdicts of the system's properties, and the extent of the exploration with
    /// remarks.
    ///
    /// The extent is a line such as `2 faults in 120 states, 310 moves, depth 9, 85 ms`. It counts
    /// the moves that lead to a state and not to a fault. The depth is the number of moves to the
    /// state that is farthest from the initial states.
    public var description: String {
        let results = faults.map(\.description) + verdicts.map(\.description)
        let summary = "\(extent)\(reasonOfEnd)\(remarks.map { "; \($0)" }.joined())"
        return (results + [summary]).joined(separator: "\n\n")
    }

    private var extent: String {
        let size = "\(counted(statistics.states, "state")), \(counted(statistics.transitions, "move"))"
        let time = statistics.duration.shortDescription
        return "\(counted(faults.count, "fault")) in \(size), depth \(statistics.depth), \(time)"
    }

    private var reasonOfEnd: String {
        switch end {
        case .complete: ""
        case .stateLimit: ", and \(end)" + (space.mostVaried().map { "; \($0) has the most values" } ?? "")
        case .trapLimit, .stuck, .noThread: "; \(end)"
        }
    }

    /// Why no property is proved: hidden values, and moves that depend on something else than the
    /// state.
    var reasonsForDoubt: [String] {
        let names = space.hidden.map(\.text).joined(separator: ", ")
        let hidden =
            end == .complete
            ? "complete, except for what these properties hide: \(names)"
            : "these properties hide a part of each state: \(names)"
        return space.variations.map(\.text) + (space.hidden.isEmpty ? [] : [hidden])
    }

    /// What the exploration may have missed and which mistakes the system may contain.
    private var remarks: [String] {
        let count = space.postponedCount
        let verb = count == 1 ? "traps in nearby states was" : "trap in nearby states were"
        let isUnseen = end == .stateLimit && space.isNothingAssumedExpanded
        return (isUnseen ? ["no move was made from a state that is reached only under an assumption"] : [])
            + (count == 0 ? [] : ["\(counted(count, "move")) that \(verb) not made"])
            + reasonsForDoubt
            + space.unusedIdentifiers.remarks(in: space.systems)
            + space.unusedReadings.map {
                "\(System.self).readings contains a reading of \($0), but the exploration did not use it"
            }
    }
}
