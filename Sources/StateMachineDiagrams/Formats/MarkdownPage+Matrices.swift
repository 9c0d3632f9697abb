import StateMachines

extension MarkdownPage {
    var matrix: String {
        let rows = zip(table.states, table.cells).map { state, cells in
            [nameCell(state)] + cells.map { text($0.entries) }
        }
        let matrix = MarkdownTable(header: [""] + table.events.map(nameCell), rows: rows).fitting.text
        return [matrix, legend(table.cells.joined().flatMap(\.entries))].compactMap(\.self).joined(separator: "\n\n")
    }

    /// A matrix for each region, and what none of them shows.
    var regionMatrices: String {
        let matrices = regions.filter { !$0.events.isEmpty }.map { region in
            let rows = zip(region.states, region.cells).map { state, cells in [nameCell(state)] + cells.map(text) }
            return MarkdownTable(header: [nameCell(region.name)] + region.events.map(nameCell), rows: rows).fitting.text
        }
        let cells = regions.flatMap(\.cells).joined()
        let entries = cells.flatMap { cell -> [TransitionTable.Entry] in
            if case .entries(let entries) = cell { entries } else { [] }
        }
        let legend = legend(entries, isBesideOthers: cells.contains(.othersDecide))
        return (matrices + (legend.map { [$0] } ?? []) + remaining).joined(separator: "\n\n")
    }

    /// The events that are in the matrix of no region.
    private var remaining: [String] {
        let shown = Set(regions.flatMap(\.events))
        let whole = StateChart(whole: machine)
        func line(_ labels: [StateChart.Label], _ what: String) -> String? {
            let labels = labels.filter { !shown.contains($0.event) }
            return labels.isEmpty ? nil : "\(what): \(labels.map { nameCell($0.description) }.joined(separator: ", "))."
        }
        let handled = Set((whole.ignored + whole.updating).map(\.event)).union(shown)
        let rejected = table.events.filter { !handled.contains($0) }
        return [
            line(whole.ignored, "Handled, with nothing changed in any region"),
            line(whole.updating, "Handled, with a change of payloads only"),
            rejected.isEmpty ? nil : "Rejected in each state: \(rejected.map(nameCell).joined(separator: ", ")).",
        ].compactMap(\.self)
    }

    /// What the signs in these entries mean.
    private func legend(_ entries: [TransitionTable.Entry], isBesideOthers: Bool = false) -> String? {
        let marks = ["e.g.", "unlike"].filter { mark in
            entries.contains { $0.outcome != .rejected && $0.condition.contains("\(mark) ") }
        }
        let hasGuards = !regions.isEmpty && entries.contains { $0.condition.contains("[") }
        let signs = [
            entries.contains { $0.outcome == .rejected } ? "– rejected" : nil,
            entries.contains { $0.outcome == .stays } ? "= handled, with nothing changed" : nil,
            isBesideOthers ? "· decided by the other regions" : nil,
            hasGuards ? "\\[…\\] only while this is so" : nil,
        ].compactMap(\.self)
        let words = marks.map { "\"\($0)\"" }.joined(separator: " or ")
        let samples = "What follows \(words) is a sample; values that are no samples were not tried."
        let sentences = (signs.isEmpty ? [] : [signs.joined(separator: "; ") + "."]) + (marks.isEmpty ? [] : [samples])
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private func text(_ cell: RegionTable.Cell) -> String {
        switch cell {
        case .entries(let entries): text(entries)
        case .othersDecide: "·"
        }
    }

    private func text(_ entries: [TransitionTable.Entry]) -> String {
        // What is rejected for some payloads only goes without saying.
        entries.filter { entries.count == 1 || $0.outcome != .rejected }.map { entry in
            let result =
                switch entry.outcome {
                case .moves(let state): nameCell(state)
                case .stays: "="
                case .rejected: "–"
                }
            return switch entry.condition {
            case "": result
            case "otherwise": "otherwise \(result)"
            case let condition where condition.hasPrefix("["): "\(result) \(nameCell(condition))"
            case let condition: "\(result) if \(nameCell(condition))"
            }
        }.joined(separator: "<br>")
    }

    var transitions: String {
        let rows = table.transitions.map { transition in
            [
                nameCell(transition.source), nameCell(transition.event), nameCell(transition.target),
                transition.exited.map(nameCell).joined(separator: ", "),
                transition.entered.map(nameCell).joined(separator: ", "), transition.output.map(nameCell) ?? "",
            ]
        }
        return MarkdownTable(header: ["from", "event", "to", "exits", "enters", "output"], rows: rows)
            .withoutEmptyColumns.text
    }
}
