import StateMachineGraphs
import StateMachines

extension FormatWriter {
    static let markdown = FormatWriter(fileExtension: "md") { MarkdownPage($0).text }
}

/// A page about a machine: what it is for, how it looks, and what it does in each state.
///
/// What is of use at first sight stands open: the picture, the matrix, the states, the events and the properties. The rest is folded.
package struct MarkdownPage {
    private let machine: MachineDescription
    private let table: TransitionTable
    private let regions: [RegionTable]
    private let chart: StateChart
    private let picture: Picture?

    /// The addresses of a picture of the machine.
    package struct Picture {
        package var light: String
        package var dark: String

        package init(light: String, dark: String) {
            self.light = light
            self.dark = dark
        }
    }

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - machine: What the page is about.
    ///   - picture: Where a picture of the machine is; without one, the page shows a Mermaid diagram instead.
    package init(_ machine: MachineDescription, picture: Picture? = nil) {
        self.machine = machine
        self.picture = picture
        table = TransitionTable(of: machine)
        regions = RegionTable.tables(of: machine)
        chart = StateChart(of: machine)
    }

    /// The page, in Markdown.
    package var text: String {
        let isBesideOthers = !regions.isEmpty
        return [
            "# \(machine.name.escapedForMarkdown)",
            comment.first,
            // The picture of several regions is as high as a screen, so their matrices come first.
            isBesideOthers ? nil : diagram,
            isBesideOthers ? regionMatrices : matrix,
            isBesideOthers ? diagram : nil,
            comment.count > 1 ? comment.dropFirst().joined(separator: "\n\n") : nil,
            "## States\n\n\(states)",
            "## Events\n\n\(events)",
            properties.map { "## Properties\n\n\($0)" },
            machine.findings.isEmpty ? nil : "## Findings\n\n\(findings)",
            isBesideOthers ? folded("All combinations of states", matrix) : nil,
            table.transitions.isEmpty ? nil : folded("All transitions, with what they exit and enter", transitions),
            picture != nil && chart.isDrawnByMermaid ? folded("The picture as Mermaid text", mermaid) : nil,
        ].compactMap(\.self).joined(separator: "\n\n") + "\n"
    }

    private func folded(_ summary: String, _ content: String) -> String {
        "<details>\n<summary>\(summary)</summary>\n\n\(content)\n\n</details>"
    }
}

// MARK: Words

extension MarkdownPage {
    /// The first paragraph of the doc comment of the machine's type.
    package var summary: String? { comment.first }

    /// How many states and events the matrix has; with regions, how many states each of them has.
    package var size: String {
        let states =
            regions.isEmpty ? "\(table.states.count)" : regions.map { "\($0.states.count)" }.joined(separator: " + ")
        return "\(states) × \(table.events.count)"
    }

    /// The paragraphs of the doc comment of the machine's type, up to the first table, list, heading or example.
    private var comment: [String] {
        let comments = machine.states.prefix(1).compactMap { machine.documentation[$0.name.type]?.comment.asMarkdown }
        guard let comment = comments.first(where: { !$0.isEmpty }) else { return [] }
        let isOther = { (paragraph: Substring) in
            ["|", "```", "- ", "* ", "1. ", "#"].contains { paragraph.hasPrefix($0) }
        }
        return comment.split(separator: "\n\n").prefix { !isOther($0) }.map(String.init)
    }

    private var states: String {
        let initial = Set(machine.states.filter(\.isInitial).flatMap { $0.name.parts.map(\.title) })
        let activities = StateChart(whole: machine).activitiesByPath
        let rows = machine.statesByRegion.map { part in
            let meaning = machine.documentation.comment(type: part.type, caseName: part.caseName).asCell
            let mark = initial.contains(part.title) ? "&nbsp;●" : ""
            return [
                code(part.title) + mark, meaning, activities[part.path, default: []].map(code).joined(separator: ", "),
            ]
        }
        let table = MarkdownTable(header: ["state", "meaning", "activities"], rows: rows).withoutEmptyColumns.text
        let parts = [table, "● The machine begins here."] + (absent.isEmpty ? [] : [absent.joined(separator: "\n")])
        return parts.joined(separator: "\n\n")
    }

    /// Cases that are in no row, and why.
    private var absent: [String] {
        machine.passing.map { state in
            "- \(code(state.path.joined(separator: "."))) is left at once, within the event that leads there."
        }
            + machine.exemptions.map { exemption in
                "- \(code(exemption.caseName)), a case of \(code(exemption.type)), is not among the samples: "
                    + "\(exemption.reason.escapedForMarkdown)."
            }
    }

    private var events: String {
        let rows = machine.events.flatMap(\.parts).uniqued().map { part in
            [code(part.title), machine.documentation.comment(type: part.type, caseName: part.caseName).asCell]
        }
        return MarkdownTable(header: ["event", "meaning"], rows: rows).withoutEmptyColumns.text
    }

    /// What is claimed of the machine, with its verdicts; `nil` if nothing is claimed.
    ///
    /// A claim that is not true comes with what refutes it.
    package var properties: String? {
        guard !machine.properties.isEmpty else { return nil }
        let rows = machine.properties.map { property in
            [property.name.escapedForMarkdown, property.kind.escapedForMarkdown, property.verdict]
        }
        let refutations = machine.properties.compactMap(\.refutation).map { refutation in
            refutation.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        }
        let isAboutTheFuture = machine.properties.contains {
            $0.kind.hasPrefix("eventually") || $0.kind.hasPrefix("leads to")
        }
        let note = "Liveness assumes progress: handled events keep arriving."
        let table = MarkdownTable(header: ["property", "kind", "verdict"], rows: rows).text
        return ([table] + (isAboutTheFuture ? [note] : []) + refutations).joined(separator: "\n\n")
    }

    private var findings: String { machine.findings.map { "- \($0.escapedForMarkdown)" }.joined(separator: "\n") }
}

// MARK: Pictures

extension MarkdownPage {
    private var diagram: String? {
        guard let picture else { return chart.isDrawnByMermaid ? mermaid : nil }
        return """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="\(picture.dark)">
              <img src="\(picture.light)" alt="The states of \(machine.name.escapedForXML) and what leads from one to another">
            </picture>
            """
    }

    private var mermaid: String { "```mermaid\n\(chart.mermaid)```" }

}

// MARK: Matrices

extension MarkdownPage {
    private var matrix: String {
        let rows = zip(table.states, table.cells).map { state, cells in [code(state)] + cells.map { text($0.entries) } }
        let matrix = MarkdownTable(header: [""] + table.events.map(code), rows: rows).fitting.text
        return [matrix, legend(table.cells.joined().flatMap(\.entries))].compactMap(\.self).joined(separator: "\n\n")
    }

    /// A matrix for each region, and what none of them shows.
    private var regionMatrices: String {
        let matrices = regions.filter { !$0.events.isEmpty }.map { region in
            let rows = zip(region.states, region.cells).map { state, cells in [code(state)] + cells.map(text) }
            return MarkdownTable(header: [code(region.name)] + region.events.map(code), rows: rows).fitting.text
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
            return labels.isEmpty ? nil : "\(what): \(labels.map { code($0.description) }.joined(separator: ", "))."
        }
        let handled = Set((whole.ignored + whole.updating).map(\.event)).union(shown)
        let rejected = table.events.filter { !handled.contains($0) }
        return [
            line(whole.ignored, "Handled, with nothing changed in any region"),
            line(whole.updating, "Handled, with a change of payloads only"),
            rejected.isEmpty ? nil : "Rejected in each state: \(rejected.map(code).joined(separator: ", ")).",
        ].compactMap(\.self)
    }

    /// What the signs in these entries mean.
    private func legend(_ entries: [TransitionTable.Entry], isBesideOthers: Bool = false) -> String? {
        let hasSamples = entries.contains { $0.condition.contains("e.g. ") }
        let hasGuards = !regions.isEmpty && entries.contains { $0.condition.contains("[") }
        let signs = [
            entries.contains { $0.result == .rejected } ? "– rejected" : nil,
            entries.contains { $0.result == .stays } ? "= handled, with nothing changed" : nil,
            isBesideOthers ? "· decided by the other regions" : nil,
            hasGuards ? "\\[…\\] only while this is so" : nil,
        ].compactMap(\.self)
        let samples = "What follows \"e.g.\" is a sample; values that are no samples were not tried."
        let sentences = (signs.isEmpty ? [] : [signs.joined(separator: "; ") + "."]) + (hasSamples ? [samples] : [])
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
        entries.filter { entries.count == 1 || $0.result != .rejected }.map { entry in
            let result =
                switch entry.result {
                case .moves(let state): code(state)
                case .stays: "="
                case .rejected: "–"
                }
            return switch entry.condition {
            case "": result
            case "otherwise": "otherwise \(result)"
            case let condition where condition.hasPrefix("["): "\(result) \(code(condition))"
            case let condition: "\(result) if \(code(condition))"
            }
        }.joined(separator: "<br>")
    }

    private var transitions: String {
        let rows = table.transitions.map { transition in
            [
                code(transition.source), code(transition.event), code(transition.target),
                transition.exited.map(code).joined(separator: ", "),
                transition.entered.map(code).joined(separator: ", "), transition.output.map(code) ?? "",
            ]
        }
        return MarkdownTable(header: ["from", "event", "to", "exits", "enters", "output"], rows: rows)
            .withoutEmptyColumns.text
    }
}

/// A name in a table: shortened, since it may hold a payload of any length.
private func code(_ text: String) -> String { text.shortened(to: 80).escapedForMarkdown }

extension MachineDescription {
    /// The cases of all states, each once: those of one region after the other, outer ones first.
    fileprivate var statesByRegion: [ValueName.Part] {
        let parts = states.flatMap(\.name.parts).uniqued()
        let outer = parts.map(\.path[0]).uniqued()
        return outer.flatMap { name in parts.filter { $0.path[0] == name } }
    }
}

extension String {
    /// A doc comment as Markdown: links to symbols become code.
    fileprivate var asMarkdown: String { replacing("``", with: "`") }

    /// A doc comment for a cell: its paragraphs up to the first example or list, on one line.
    fileprivate var asCell: String {
        let paragraphs = asMarkdown.split(separator: "\n\n").prefix { !$0.hasPrefix("```") && !$0.hasPrefix("- ") }
        return paragraphs.map { paragraph in
            paragraph.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
        }.joined(separator: "<br>")
    }
}
