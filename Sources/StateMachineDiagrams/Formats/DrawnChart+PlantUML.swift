extension FormatWriter {
    static let plantUML = FormatWriter(fileExtension: "puml") { DrawnChart(of: $0).plantUML }
}

extension DrawnChart {
    /// The chart for PlantUML.
    package var plantUML: String {
        var writer = TextDiagramWriter(self, .plantUML)
        return writer.text
    }
}

extension TextDiagramLanguage {
    fileprivate static var plantUML: TextDiagramLanguage {
        let palette = DiagramColors.light
        return TextDiagramLanguage(
            header: [
                "@startuml", "hide empty description", "skinparam shadowing false", "skinparam state {",
                "  BackgroundColor \(palette.state)", "  BorderColor \(palette.line)", "  FontColor \(palette.ink)",
                "  ArrowColor \(palette.line)", "  BackgroundColor<<failure>> \(palette.failure)",
                "  BorderColor<<failure>> \(palette.failureLine)", "}", "hide stereotype",
            ],
            footer: ["@enduml"],
            comment: "'",
            lineBreak: "\\n",
            failureMark: " <<failure>>",
            spelled: { text in
                guard !text.isEmpty else { return "<U+200B>" }
                let spelled = text.shortened(to: DrawnChart.Label.width).spelledOut(except: " (),.:") { scalar in
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
                }
                // PlantUML treats a tilde before `@startuml` as an escape, even if both are spelled
                // out.
                return spelled.replacing("<U+007E><U+0040>", with: "<U+007E><U+200B><U+0040>")
            },
            note: { text, _, identifiers in "note \"\(text)\" as \(identifiers.identifier(for: "ignored_events"))" }
        )
    }
}
