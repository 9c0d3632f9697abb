import StateMachineGraphs
import StateMachines

extension MarkdownPage {
    /// The first paragraph of the doc comment of the machine's type.
    package var summary: String? { comment.first }

    /// The number of states and events in the matrix, with the number of states of each region.
    package var size: String {
        let counts = regions.map { "\($0.states.count)" }.joined(separator: "&nbsp;+&nbsp;")
        return "\(regions.isEmpty ? "\(table.states.count)" : "(\(counts))")&nbsp;×&nbsp;\(table.events.count)"
    }

    /// The paragraphs of the type's doc comment before the first table, list, heading or example.
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
        let whole = DrawnChart(whole: machine)
        let activities = whole.activitiesByPath
        let parts = machine.states.flatMap(\.name.parts).uniqued()
        let rows = whole.paths.compactMap { path in parts.first { $0.path == path } }.map { part in
            let meaning = machine.documentation.comment(type: part.type, caseName: part.caseName).asCell
            let mark = (initial.contains(part) ? "&nbsp;●" : "") + (final.contains(part) ? "&nbsp;◉" : "")
            let always = activities[part.path, default: []]
            let sometimes = activitiesInSomeStates(of: part).filter { !always.contains($0) }
            let lists = [("", always), ("sometimes: ", sometimes)].filter { !$0.1.isEmpty }
                .map { $0 + $1.map(nameCell).joined(separator: ", ") }
            return [nameCell(part.title) + mark, meaning, lists.joined(separator: "<br>")]
        }
        let table = MarkdownTable(header: ["state", "meaning", "activities"], rows: rows).withoutEmptyColumns.text
        let legend = "● marks an initial state." + (final.isEmpty ? "" : " ◉ marks a final state.")
        let paragraphs = [table, legend] + (absent.isEmpty ? [] : [absent.joined(separator: "\n")])
        return paragraphs.joined(separator: "\n\n")
    }

    /// Returns the activities that depend on the payload of a state.
    ///
    /// In a machine with regions, they would also depend on other regions, so the list is empty.
    private func activitiesInSomeStates(of part: ValueName.Part) -> [String] {
        guard regions.isEmpty else { return [] }
        return machine.states.filter { $0.name.innermostParts.contains(part) }
            .flatMap { $0.activities.map(MachineDescription.title) }.uniqued()
    }

    /// The cases that have no row in the table, with the reasons.
    private var absent: [String] {
        machine.passing.map { state in
            "- The machine exits \(nameCell(state.path.joined(separator: "."))) immediately, within the event that leads there."
        }
            + machine.exemptions.map { exemption in
                "- No sample event produces \(nameCell(exemption.caseName)), a case of \(nameCell(exemption.type)): "
                    + "\(exemption.reason.escapedForMarkdown)."
            }
    }

    var events: String {
        let rows = meanings(of: machine.events.flatMap(\.parts).uniqued())
        return MarkdownTable(header: ["event", "meaning"], rows: rows).withoutEmptyColumns.text
    }

    /// The activities with their meanings, or `nil` if no comment explains any.
    var activities: String? {
        let rows = meanings(of: machine.states.flatMap(\.activities).flatMap(\.innermostParts).uniqued())
        guard rows.contains(where: { !$0[1].isEmpty }) else { return nil }
        return MarkdownTable(header: ["activity", "meaning"], rows: rows).text
    }

    /// The reasons why events are rejected, or `nil` if there are none.
    var reasons: String? {
        let names = machine.steps.compactMap(\.rejection).uniqued()
        guard !names.isEmpty else { return nil }
        let rows = meanings(of: machine.order(of: names).flatMap { names[$0].innermostParts }.uniqued())
        return MarkdownTable(header: ["reason for rejection", "meaning"], rows: rows).withoutEmptyColumns.text
    }

    /// Returns a row for each part of a name, with the doc comment of its case.
    private func meanings(of parts: [ValueName.Part]) -> [[String]] {
        parts.map { part in
            [nameCell(part.title), machine.documentation.comment(type: part.type, caseName: part.caseName).asCell]
        }
    }

    /// The machine's properties with their verdicts, or `nil` if there are none.
    ///
    /// Each property that does not hold is followed by its counterexample.
    package var properties: String? {
        guard !machine.properties.isEmpty else { return nil }
        let rows = machine.properties.map { property in
            [property.name.escapedForMarkdown, property.kind.escapedForMarkdown, property.verdict]
        }
        let refutations = machine.properties.compactMap(\.refutation).map { refutation in
            refutation.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        }
        let table = MarkdownTable(header: ["property", "kind", "verdict"], rows: rows).text
        return ([table] + refutations).joined(separator: "\n\n")
    }

    /// The assumption behind the properties about the future, or `nil` if there are none.
    package var progress: String? {
        let words = ["eventually always", "eventually", "leads to"]
        let kinds = words.filter { word in
            machine.properties.contains { $0.kind == word || $0.kind.hasPrefix("\(word), ") }
        }.map { "“\($0)”" }
        guard !kinds.isEmpty else { return nil }
        let list = kinds.joined(separator: " and ")
        return
            "For \(list), the check assumes that events keep arriving as long as the machine can handle any."
    }

    /// The explanations of the kinds of properties on the page, or `nil` if there are none.
    var kinds: String? {
        let all = [
            ("always", "The condition is true in every reachable state."),
            ("never", "The condition is false in every reachable state."),
            ("no dead end", "Every reachable state is final or handles an event."),
            ("every transition", "The condition is true for every handled event in every reachable state."),
            ("every event", "The condition is true in every reachable state for every event, handled or rejected."),
            (
                "at all times",
                "Like “always”, but the condition may also depend on earlier events."
            ),
            ("reachable", "The machine can reach a state in which the condition is true."),
            (
                "always possible",
                "From every reachable state, the machine can reach a state in which the condition is true."
            ),
            ("eventually", "The condition becomes true sooner or later, whichever events arrive before."),
            ("leads to", "Whenever one condition is true, another is true at the same time or later."),
            ("eventually always", "From some point on, the condition stays true."),
        ]
        let assumptions = [
            ("(weakly fair)", "If such an event stays possible, the check assumes that it eventually arrives."),
            (
                "(strongly fair)",
                "If such an event becomes possible again and again, the check assumes that it eventually arrives."
            ),
        ]
        let kinds = machine.properties.map(\.kind)
        let lines =
            all.filter { word, _ in kinds.contains { $0 == word || $0.hasPrefix("\(word), ") } }
            + assumptions.filter { mark, _ in kinds.contains { $0.contains(mark) } }.map { ("assuming … \($0)", $1) }
        return lines.isEmpty ? nil : lines.map { "- **\($0)**: \($1)" }.joined(separator: "\n")
    }

    var findings: String {
        "A finding is something in the rules that may be a mistake, such as an unreachable state.\n\n"
            + machine.findings.map { "- \($0.escapedForMarkdown)" }.joined(separator: "\n")
    }
}

extension String {
    /// The doc comment as Markdown, with symbol links as code and with unchanged examples.
    fileprivate var asMarkdown: String { replacing(/`{2,}/) { $0.output == "``" ? "`" : $0.output } }

    /// The paragraphs of the doc comment before the first example or list, on one line for a cell.
    fileprivate var asCell: String {
        let paragraphs = asMarkdown.split(separator: "\n\n").prefix { !$0.hasPrefix("```") && !$0.hasPrefix("- ") }
        return paragraphs.map { String($0).inTableCell }.joined(separator: "<br>")
    }
}
