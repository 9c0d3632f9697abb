import StateMachines

extension MarkdownPage {
    /// The legend, and the matrix of states and events, in parts if it is wider than a page.
    var matrixInParts: String {
        var long = LongConditions()
        let rows = zip(table.states, table.cells).map { state, cells in
            [nameCell(state)] + cells.map { text($0, &long) }
        }
        let tables = MarkdownTable(header: [""] + table.events.map(nameCell), rows: rows).parts(leavingOut: "–")
        let parts =
            "The states are split across \(tables.count) tables. Each lists only the events that at least one of its states handles."
        let legend = legend(table.cells.flatMap(\.self)) + (tables.count > 1 ? " \(parts)" : "")
        return ([legend] + tables.map(\.text) + [long.list]).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// A matrix for each region, followed by the legend and the events that no matrix shows.
    ///
    /// The matrices come before their legend, so that they fit on one screen.
    var regionMatrices: String {
        var long = LongConditions()
        let matrices = regions.filter { !$0.events.isEmpty }.map { region in
            let rows = zip(region.states, region.cells).map { state, cells in
                [nameCell(state)] + cells.map { text($0, &long) }
            }
            return MarkdownTable(header: [nameCell(region.name)] + region.events.map(nameCell), rows: rows)
        }
        let cells = regions.flatMap(\.cells).joined()
        let lists = cells.map { cell -> [TransitionTable.Entry] in
            if case .entries(let entries) = cell { entries } else { [] }
        }
        let isBesideOthers = cells.contains(.othersDecide) || lists.joined().contains(where: \.isDecidedByOthers)
        let legend = legend(lists, isBesideOthers: isBesideOthers)
        let tables = MarkdownTable.fitting(matrices).map(\.text)
        return (tables + [long.list, legend].filter { !$0.isEmpty } + remaining).joined(separator: "\n\n")
    }

    /// The events that the matrices of the regions do not contain.
    private var remaining: [String] {
        let shown = Set(regions.flatMap(\.events))
        let whole = DrawnChart(whole: machine)
        func line(_ labels: [DrawnChart.Label], _ what: String) -> String? {
            let labels = labels.filter { !shown.contains($0.event) }
            return labels.isEmpty ? nil : "\(what): \(labels.map { nameCell($0.description) }.joined(separator: ", "))."
        }
        let handled = Set((whole.ignored + whole.updating).map(\.event)).union(shown)
        let rejected = table.events.filter { !handled.contains($0) }
        return [
            line(whole.ignored, "Handled without changing anything"),
            line(whole.updating, "Changing only payloads"),
            rejected.isEmpty
                ? nil : "Rejected in every state: \(rejected.map(nameCell).joined(separator: ", ")).",
        ].compactMap(\.self)
    }

    /// The meaning of a cell, and of each sign in these cells.
    private func legend(_ cells: [[TransitionTable.Entry]], isBesideOthers: Bool = false) -> String {
        let entries = cells.flatMap(\.self)
        let reasons = entries.contains { $0.reason != nil } ? ", for the reason after the dash if there is one" : ""
        let deciding = regions.isEmpty ? "the payloads of the state and the event" : "payloads or other regions"
        let hasReasonBesideOthers = cells.contains { cell in
            cell.contains { $0.reason != nil } && cell.contains { $0.reason == nil && !$0.condition.isEmpty }
        }
        return [
            regions.isEmpty
                ? nil
                : "Each table shows one region, which has its own state. It leaves out events that don't concern it.",
            entries.contains { if case .moves = $0.outcome { true } else { false } }
                ? "A cell shows the state after an event." : nil,
            cells.contains { $0.count > 1 } ? "If it has several lines, \(deciding) decide which one applies." : nil,
            entries.contains { $0.outcome == .rejected } ? "“–” means that the event is rejected\(reasons)." : nil,
            hasReasonBesideOthers ? "A rejection takes precedence over the other lines in its cell." : nil,
            entries.contains { $0.outcome == .stays && !$0.isDecidedByOthers }
                ? "“=” means that the event is handled and changes nothing." : nil,
            isBesideOthers
                ? "“·” means that the event doesn't change this region, though it may change others." : nil,
            entries.contains { $0.outcome != .rejected && $0.hasSample }
                ? "“e.g.” gives sample values that produced the result; “otherwise” covers the other samples tried."
                : nil,
        ].compactMap(\.self).joined(separator: " ")
    }

    private func text(_ cell: RegionTable.Cell, _ long: inout LongConditions) -> String {
        switch cell {
        case .entries(let entries): text(entries, &long)
        case .othersDecide: "·"
        }
    }

    private func text(_ entries: [TransitionTable.Entry], _ long: inout LongConditions) -> String {
        // Of two outcomes, the one that excludes samples comes last, without its condition.
        if entries.count == 2, let index = entries.firstIndex(where: { $0.isNegated && $0.hasSample }) {
            return "\(text(entries[1 - index], &long))<br>otherwise \(result(of: entries[index]))"
        }
        guard entries.count > 1 else { return entries.map { text($0, &long) }.joined() }
        // The last outcome needs no condition: a rejection, or a change in other regions only. A
        // rejection for a reason never has one, and comes after the outcomes of handled events.
        let isReasoned = { (index: Int) in entries[index].reason != nil }
        let last =
            entries.firstIndex { $0.outcome == .rejected && $0.reason == nil }
            ?? entries.firstIndex { $0.isDecidedByOthers }
        let rest = entries.indices.filter { $0 != last }
        let conditional = (rest.filter { !isReasoned($0) } + rest.filter(isReasoned)).map { text(entries[$0], &long) }
        let otherwise = last.map { "otherwise \(result(of: entries[$0]))" }
        return (conditional + [otherwise].compactMap(\.self)).joined(separator: "<br>")
    }

    private func text(_ entry: TransitionTable.Entry, _ long: inout LongConditions) -> String {
        let result = result(of: entry)
        switch entry.condition {
        case "": return result
        case "otherwise": return "otherwise \(result)"
        case ConditionText.unknown.text: return "\(result) in some cases"
        case let condition:
            let mark = entry.hasSample ? "e.g. " : ""
            if let name = long.name(of: condition, mark: mark) { return "\(result) if \(name)" }
            return "\(result)\(entry.hasSample ? ", e.g." : "") if \(condition.escapedForMarkdown)"
        }
    }

    private func result(of entry: TransitionTable.Entry) -> String {
        switch entry.outcome {
        case .moves(let state): nameCell(state)
        case .stays: entry.isDecidedByOthers ? "·" : "="
        case .rejected: entry.reason.map { "–&nbsp;\(nameCell($0))" } ?? "–"
        }
    }

    /// The heading of the list of transitions, with the columns that the list has.
    var transitionsTitle: String {
        let hasActivities = table.transitions.contains { !$0.exited.isEmpty || !$0.entered.isEmpty }
        return hasActivities ? "All transitions, with the activities that they exit and enter" : "All transitions"
    }

    var transitions: String {
        var long = LongConditions()
        let rows = table.transitions.map { transition in
            let event =
                long.name(of: transition.event).map { "\(nameCell(transition.title)), \($0)" }
                ?? transition.event.escapedForMarkdown
            return [
                nameCell(transition.source), event, nameCell(transition.target),
                transition.exited.map(nameCell).joined(separator: ", "),
                transition.entered.map(nameCell).joined(separator: ", "), transition.output.map(nameCell) ?? "",
            ]
        }
        let table = MarkdownTable(header: ["from", "event", "to", "exits", "enters", "output"], rows: rows)
        return table.withoutEmptyColumns.text + (long.list.isEmpty ? "" : "\n\n\(long.list)")
    }
}
