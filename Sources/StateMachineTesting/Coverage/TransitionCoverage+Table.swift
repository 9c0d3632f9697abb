import StateMachineGraphs
import StateMachines

extension TransitionCoverage {
    /// A table of how often each event was handled and rejected in each state.
    ///
    /// ```text
    ///         open  close  lock  unlock
    /// closed     1     –0     1      –0
    /// open      –0      0    –0      –0
    /// locked    –1     –0    –0       1
    /// 3/3 states, 3/4 transitions, 4/12 pairs
    /// ```
    ///
    /// Numbers without a dash count handled events, and numbers after a dash count rejected events.
    /// A 0 marks an outcome that the graph contains but that was never recorded. If an event is not
    /// a sample event of a state, the cell is empty. States and events that the graph does not
    /// contain come last.
    public var table: String {
        let rows = rows
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    /// The ``table`` in Markdown.
    public var markdown: String {
        var lines = rows.map { row in
            "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let columns = (rows.first?.count ?? 1) - 1
        lines.insert("| --- |" + String(repeating: " ---: |", count: columns), at: 1)
        return (lines + ["", summary]).joined(separator: "\n")
    }

    private var summary: String {
        Goal.allCases.map { goal in
            let all = items(of: goal).count
            return "\(all - missing(goal).count)/\(all) \(goal)"
        }.joined(separator: ", ")
    }

    /// Rows of the table: a row with the events, and one row for each state.
    private var rows: [[String]] {
        let tried = triedPairs
        func others(_ paths: some Sequence<[String]>, than known: [[String]]) -> [[String]] {
            Set(paths).subtracting(known).sorted { $0.lexicographicallyPrecedes($1) }
        }
        let knownStates = map.states.map(\.path)
        let states = knownStates + others(visitedStates, than: knownStates)
        let events = map.events + others(tried.keys.map(\.event), than: map.events)
        let cells = states.map { state in
            [state.joined(separator: ".")] + events.map { cell(Pair(state: state, event: $0), tried) }
        }
        return [[""] + events.map { $0.joined(separator: ".") }] + cells
    }

    private func cell(_ pair: Pair, _ tried: [Pair: Count]) -> String {
        let (entry, count) = (map.entries[pair], tried[pair] ?? Count())
        var parts: [String] = []
        if entry?.handled != nil || count.handled > 0 { parts.append("\(count.handled)") }
        if entry?.rejected != nil || count.rejected > 0 { parts.append("–\(count.rejected)") }
        return parts.joined(separator: " ")
    }
}

extension TransitionCoverage.Pair {
    init(state: [String], event: [String]) {
        self.state = state
        self.event = event
    }
}
