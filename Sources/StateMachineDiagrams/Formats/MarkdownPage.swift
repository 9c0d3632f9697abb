import StateMachineGraphs
import StateMachines

extension FormatWriter {
    static let markdown = FormatWriter(fileExtension: "md") { MarkdownPage($0).text }
}

/// A page about a machine: what it is for, how it looks, and what it does in each state.
///
/// What is of use at first sight stands open: the picture, the matrix, the states, the events and
/// the properties. The rest is folded.
package struct MarkdownPage {
    let machine: MachineDescription
    let table: TransitionTable
    let regions: [RegionTable]
    let chart: StateChart
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
    ///   - picture: Where a picture of the machine is; without one, the page shows a Mermaid
    ///     diagram instead.
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
