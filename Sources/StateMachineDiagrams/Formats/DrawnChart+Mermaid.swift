extension FormatWriter {
    static let mermaid = FormatWriter(fileExtension: "mmd") { DrawnChart(of: $0).mermaid }
}

extension DrawnChart {
    /// The chart for Mermaid, which GitHub and other sites draw in Markdown.
    package var mermaid: String {
        var writer = TextDiagramWriter(self, .mermaid)
        return writer.text
    }

    /// Whether Mermaid can draw the chart.
    ///
    /// Mermaid throws an error if an arrow leads to a composite state inside one of several regions
    /// of a state (mermaid#4052).
    var isDrawnByMermaid: Bool {
        let divided = allStates.filter { $0.regions.count > 1 }.flatMap { $0.regions.flatMap(\.states) }
        let frames = Set(divided.flatMap(\.withInner).filter { !$0.regions.isEmpty }.map(\.id))
        return !arrows.contains { $0.source != $0.target && frames.contains($0.target) }
    }
}

extension TextDiagramLanguage {
    fileprivate static var mermaid: TextDiagramLanguage {
        let palette = DiagramColors.light
        return TextDiagramLanguage(
            header: ["stateDiagram-v2"],
            depth: 1,
            comment: "%%",
            lineBreak: "<br/>",
            needsEntrances: true,
            spelled: { text in
                let text = text.shortened(to: DrawnChart.Label.width)
                return text.isEmpty ? "#8203;" : text.spelledOut(except: " (),.'=+?!/") { "#\($0.value);" }
            },
            note: { text, first, _ in "note right of \(first) : \(text)" },
            failures: { identifiers in
                guard !identifiers.isEmpty else { return [] }
                return [
                    "classDef failure fill:\(palette.failure),stroke:\(palette.failureLine),color:\(palette.ink)",
                    "class \(identifiers.joined(separator: ",")) failure",
                ]
            }
        )
    }
}
