import StateMachineGraphs
import StateMachines

/// A page about a machine: what it is for, how it looks, and what it does in each state.
public struct MarkdownPage {
    private let machine: MachineDescription
    private let table: TransitionTable
    private let picture: String?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - machine: What the page is about.
    ///   - picture: The address of a picture of the machine, if there is one.
    public init(_ machine: MachineDescription, picture: String? = nil) {
        self.machine = machine
        self.picture = picture
        table = TransitionTable(of: machine)
    }

    /// The page, in Markdown.
    public var text: String {
        let picture = picture.map {
            "![The states of \(machine.name.escapedForMarkdown) and what leads from one to another](\($0))"
        }
        return [
            "# \(machine.name.escapedForMarkdown)",
            comment,
            picture,
            "```mermaid\n\(StateChart(of: machine).mermaid)```",
            "## States\n\n\(states)",
            "## Events\n\n\(events)",
            "## What each state does with each event\n\n\(matrix)",
            "## Transitions\n\n\(transitions)",
            properties.map { "## Properties\n\n\($0)" },
            "## Findings\n\n\(machine.findings.isEmpty ? "None." : findings)",
        ].compactMap(\.self).joined(separator: "\n\n") + "\n"
    }

    /// What the doc comment of the machine's type says.
    public var comment: String? {
        let comments = machine.states.prefix(1).compactMap {
            machine.documentation[$0.name.type]?.comment.asMarkdown
        }
        return comments.first { !$0.isEmpty }
    }

    private var states: String {
        var rows: [[String]] = []
        let initial = Set(machine.states.filter(\.isInitial).flatMap { $0.name.parts.map(\.title) })
        let activities = StateChart(whole: machine).activitiesByPath
        for part in machine.states.flatMap(\.name.parts).uniqued() {
            let meaning = machine.documentation.comment(type: part.type, caseName: part.caseName).asCell
            let mark = initial.contains(part.title) ? " ●" : ""
            rows.append([
                code(part.title) + mark, meaning, activities[part.path, default: []].map(code).joined(separator: ", "),
            ])
        }
        let table = Self.table(["state", "meaning", "activities"], rows) + "\n\n● The machine begins here."
        return ([table] + (absent.isEmpty ? [] : [absent.joined(separator: "\n")])).joined(separator: "\n\n")
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
        return Self.table(["event", "meaning"], rows)
    }

    private var matrix: String {
        let rows = zip(table.states, table.cells).map { state, cells in [code(state)] + cells.map(text) }
        let hasSamples = table.cells.joined().flatMap(\.entries).contains { $0.condition.contains("e.g. ") }
        let samples = hasSamples ? " What follows \"e.g.\" is a sample; values that are no samples were not tried." : ""
        return Self.table([""] + table.events.map(code), rows)
            + "\n\n– rejected; = handled, with nothing changed.\(samples)"
    }

    private func text(_ cell: TransitionTable.Cell) -> String {
        // What is rejected for some payloads only goes without saying.
        cell.entries.filter { cell.entries.count == 1 || $0.result != .rejected }.map { entry in
            let result =
                switch entry.result {
                case .moves(let state): state.escapedForMarkdown
                case .stays: "="
                case .rejected: "–"
                }
            return entry.condition.isEmpty ? result : "\(result) if \(code(entry.condition))"
        }.joined(separator: "<br>")
    }

    private var transitions: String {
        let hasOutputs = table.transitions.contains { $0.output != nil }
        let rows = table.transitions.map { transition in
            [
                code(transition.source), code(transition.event), code(transition.target),
                transition.exited.map(code).joined(separator: ", "),
                transition.entered.map(code).joined(separator: ", "),
            ] + (hasOutputs ? [transition.output.map(code) ?? ""] : [])
        }
        return Self.table(["from", "event", "to", "exits", "enters"] + (hasOutputs ? ["output"] : []), rows)
    }

    /// What is claimed of the machine, with its verdicts; nothing if nothing is claimed.
    ///
    /// A claim that is not true comes with what refutes it.
    public var properties: String? {
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
        let parts =
            [Self.table(["property", "kind", "verdict"], rows)] + (isAboutTheFuture ? [note] : []) + refutations
        return parts.joined(separator: "\n\n")
    }

    private var findings: String { machine.findings.map { "- \($0.escapedForMarkdown)" }.joined(separator: "\n") }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(header), line(header.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
    }
}

/// A name in a table: shortened, since it may hold a payload of any length.
private func code(_ text: String) -> String { text.shortened(to: 80).escapedForMarkdown }

extension ValueName {
    /// One case of a name: where it is, and where it is declared.
    struct Part: Hashable {
        /// The names of cases and regions from the outside in.
        var path: [String]
        var type: String
        var caseName: String

        var title: String { path.joined(separator: ".") }
    }

    /// The cases of a name and of those inside it, outer ones first.
    var parts: [Part] { parts(inside: []) }

    private func parts(inside outer: [String]) -> [Part] {
        let path = outer + (caseName.map { [$0] } ?? [])
        let own = caseName.map { [Part(path: path, type: type, caseName: $0)] } ?? []
        return own
            + regions.flatMap { region in
                region.name.parts(inside: regions.count > 1 ? path + [region.label ?? ""] : path)
            }
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
