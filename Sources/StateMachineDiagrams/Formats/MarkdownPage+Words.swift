import StateMachineGraphs
import StateMachines

extension MarkdownPage {
    /// The first paragraph of the doc comment of the machine's type.
    package var summary: String? { comment.first }

    /// How many states and events the matrix has; with regions, how many states each of them has.
    package var size: String {
        let counts = regions.map { "\($0.states.count)" }.joined(separator: "&nbsp;+&nbsp;")
        return "\(regions.isEmpty ? "\(table.states.count)" : "(\(counts))")&nbsp;×&nbsp;\(table.events.count)"
    }

    /// The paragraphs of the doc comment of the machine's type, up to the first table, list,
    /// heading or example.
    var comment: [String] {
        let type = machine.states.first?.name.type ?? ""
        let comment = machine.documentation[type]?.comment.asMarkdown ?? ""
        let isOther = { (paragraph: Substring) in
            ["|", "```", "- ", "* ", "1. ", "#"].contains { paragraph.hasPrefix($0) }
        }
        return comment.split(separator: "\n\n").prefix { !isOther($0) }.map(String.init)
    }

    var states: String {
        func innermost(_ states: [MachineDescription.State]) -> Set<ValueName.Part> {
            Set(states.flatMap(\.name.innermostParts))
        }
        let initial = innermost(machine.states.filter(\.isInitial))
        let final = innermost(machine.states).subtracting(innermost(machine.states.filter { !$0.isFinal }))
        let activities = StateChart(whole: machine).activitiesByPath
        let rows = machine.statesByRegion.map { part in
            let meaning = machine.documentation.comment(type: part.type, caseName: part.caseName).asCell
            let mark = (initial.contains(part) ? "&nbsp;●" : "") + (final.contains(part) ? "&nbsp;◉" : "")
            return [
                nameCell(part.title) + mark, meaning,
                activities[part.path, default: []].map(nameCell).joined(separator: ", "),
            ]
        }
        let table = MarkdownTable(header: ["state", "meaning", "activities"], rows: rows).withoutEmptyColumns.text
        let legend = "● The machine begins here." + (final.isEmpty ? "" : " ◉ It has reached its end here.")
        let parts = [table, legend] + (absent.isEmpty ? [] : [absent.joined(separator: "\n")])
        return parts.joined(separator: "\n\n")
    }

    /// Cases that are in no row, and why.
    private var absent: [String] {
        machine.passing.map { state in
            "- \(nameCell(state.path.joined(separator: "."))) is left at once, within the event that leads there."
        }
            + machine.exemptions.map { exemption in
                "- \(nameCell(exemption.caseName)), a case of \(nameCell(exemption.type)), is not among the samples: "
                    + "\(exemption.reason.escapedForMarkdown)."
            }
    }

    var events: String {
        let rows = machine.events.flatMap(\.parts).uniqued().map { part in
            [nameCell(part.title), machine.documentation.comment(type: part.type, caseName: part.caseName).asCell]
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

    var findings: String { machine.findings.map { "- \($0.escapedForMarkdown)" }.joined(separator: "\n") }
}

extension MachineDescription {
    /// The cases of all states, each once: those of one region after the other, outer ones first.
    fileprivate var statesByRegion: [ValueName.Part] {
        let parts = states.flatMap(\.name.parts).uniqued()
        let outer = parts.map(\.path[0]).uniqued()
        return outer.flatMap { name in parts.filter { $0.path[0] == name } }
    }
}

extension String {
    /// A doc comment as Markdown: links to symbols become code, and examples stay what they are.
    fileprivate var asMarkdown: String { replacing(/`{2,}/) { $0.output == "``" ? "`" : $0.output } }

    /// A doc comment for a cell: its paragraphs up to the first example or list, on one line.
    fileprivate var asCell: String {
        let paragraphs = asMarkdown.split(separator: "\n\n").prefix { !$0.hasPrefix("```") && !$0.hasPrefix("- ") }
        return paragraphs.map { String($0).inTableCell }.joined(separator: "<br>")
    }
}
