import StateMachineGraphs
import StateMachines

extension FormatWriter {
    static let markdown = FormatWriter(fileExtension: "md") { MarkdownPage($0).text }
}

/// A page about a machine with its purpose, its picture and its behavior in each state.
///
/// The picture, the matrix, the states, the events and the properties are visible immediately. The
/// other sections are collapsed.
package struct MarkdownPage {
    let machine: MachineDescription
    let table: TransitionTable
    let regions: [RegionTable]
    let chart: DrawnChart
    private let picture: Picture?

    /// The addresses of the light and the dark picture of a machine.
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
    ///   - machine: The machine that the page describes.
    ///   - picture: The addresses of a picture of the machine. Without a picture, the page shows a
    ///     Mermaid diagram.
    package init(_ machine: MachineDescription, picture: Picture? = nil) {
        self.machine = machine
        self.picture = picture
        table = TransitionTable(of: machine)
        regions = RegionTable.tables(of: machine)
        chart = DrawnChart(of: machine)
    }

    /// The page, in Markdown.
    package var text: String {
        let isBesideOthers = !regions.isEmpty
        let details = comment.count > 1 ? comment.dropFirst().joined(separator: "\n\n") : nil
        return [
            "# \(machine.name.escapedForMarkdown)",
            comment.first,
            // A picture of several regions can fill a screen, so their matrices come first.
            isBesideOthers ? nil : details,
            isBesideOthers ? nil : diagram,
            isBesideOthers ? regionMatrices : matrixInParts,
            isBesideOthers ? diagram : nil,
            isBesideOthers ? details : nil,
            "## States\n\n\(states)",
            "## Events\n\n\(events)",
            activities.map { "## Activities\n\n\($0)" },
            reasons.map { "## Reasons\n\n\($0)" },
            properties.map { "## Properties\n\n\($0)" },
            kinds.map { "What each kind means:\n\n\($0)" }, progress,
            machine.findings.isEmpty ? nil : "## Findings\n\n\(findings)",
            table.transitions.isEmpty ? nil : folded(transitionsTitle, transitions),
            picture != nil && chart.isDrawnByMermaid ? folded("The diagram as Mermaid text", mermaid) : nil,
        ].compactMap(\.self).joined(separator: "\n\n") + "\n"
    }

    private func folded(_ summary: String, _ content: String) -> String {
        "<details>\n<summary>\(summary)</summary>\n\n\(content)\n\n</details>"
    }
}

extension MarkdownPage {
    /// The drawing, if there is one, and the meaning of its activities and guards.
    ///
    /// The list of transitions has guards too, so they are explained even without a drawing.
    private var diagram: String? {
        let legend = [drawing == nil ? nil : activityLegend, guardLegend].compactMap(\.self).joined(separator: " ")
        let paragraphs = [drawing, legend.isEmpty ? nil : legend].compactMap(\.self)
        return paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
    }

    private var drawing: String? {
        guard let picture else { return chart.isDrawnByMermaid ? mermaid : nil }
        return """
            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="\(picture.dark)">
              <img src="\(picture.light)" alt="The states of \(machine.name.escapedForXML) and the events that lead from one to another">
            </picture>
            """
    }

    private var mermaid: String { "```mermaid\n\(chart.mermaid)```" }

    private var activityLegend: String? {
        machine.states.contains { !$0.activities.isEmpty }
            ? "In the diagram, the work that always runs in a state (its activities) is listed below the state's name."
            : nil
    }

    private var guardLegend: String? {
        guard let event = table.transitions.first(where: { $0.event.hasSuffix("]") })?.event,
            let start = event.firstRange(of: " [")?.upperBound
        else { return nil }
        let condition = nameCell(String(event[start...].dropLast()))
        return
            "Text in brackets, such as \\[\(condition)\\], is a guard: a condition that must hold for the transition."
    }
}
