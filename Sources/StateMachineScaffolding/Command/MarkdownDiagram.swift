import StateMachineCommandLine

/// A state diagram in a code block of a Markdown file.
struct MarkdownDiagram {
    /// The file name extension of the diagram's language.
    var language: String

    /// The heading above the diagram, if there is one.
    var heading: String?

    /// The line of the block's opening fence.
    var line: Int

    /// The diagram after as many empty lines as there are lines above it, so that errors have the
    /// positions of the Markdown file.
    var text: String

    /// The anchor of the heading, as sites such as GitHub spell it: `the-door` for “The door”.
    var anchor: String? { heading.map(Self.anchor) }

    /// Returns the diagrams of a file, in order.
    static func all(in text: String) -> [MarkdownDiagram] {
        var diagrams: [MarkdownDiagram] = []
        var heading: String?
        var block: (fence: Substring, language: String?, line: Int, lines: [Substring])?
        for (offset, line) in DiagramLanguage.lines(of: text).enumerated() {
            let content = trimmed(line)
            if let open = block {
                // CommonMark 4.5: the closing fence is at least as long as the opening fence.
                let mark = open.fence.first ?? "`"
                guard content.count >= open.fence.count, content.allSatisfy({ $0 == mark }) else {
                    block?.lines.append(line)
                    continue
                }
                if let language = open.language, isStateDiagram(open.lines, in: language) {
                    var lines = Array(repeating: "", count: open.line) + open.lines
                    // Some sites draw a block in PlantUML without its first and last lines.
                    if language == "puml",
                        !open.lines.contains(where: { trimmed($0).lowercased().hasPrefix("@startuml") })
                    {
                        lines[open.line - 1] = "@startuml"
                        lines.append("@enduml")
                    }
                    let text = lines.joined(separator: "\n")
                    diagrams.append(MarkdownDiagram(language: language, heading: heading, line: open.line, text: text))
                }
                block = nil
            } else if content.hasPrefix("```") || content.hasPrefix("~~~") {
                let fence = content.prefix { $0 == content.first }
                // CommonMark 4.5: with a backtick behind the fence, it is code within a line.
                guard fence.first == "~" || !content.dropFirst(fence.count).contains("`") else { continue }
                let info = content.dropFirst(fence.count).split { $0 == " " || $0 == "," || $0 == "{" || $0 == "}" }
                block = (fence, info.first.flatMap { languages[$0.lowercased()] }, offset + 1, [])
            } else if content.hasPrefix("#") {
                let words = trimmed(content.drop { $0 == "#" })
                if !words.isEmpty { heading = String(words) }
            }
        }
        return diagrams
    }

    /// The file name extensions of the languages that a code block can have.
    private static let languages = [
        "mermaid": "mmd", "mmd": "mmd", "plantuml": "puml", "puml": "puml", "dot": "dot", "graphviz": "dot",
    ]

    /// Whether a block is not another kind of Mermaid diagram, such as a flowchart.
    private static func isStateDiagram(_ lines: [Substring], in language: String) -> Bool {
        let text = lines.joined(separator: "\n").lowercased()
        let isPlantUML = language == "puml" && (text.contains("[*]") || text.contains("\nstate "))
        return text.contains("statediagram") || text.contains("digraph") || isPlantUML
    }

    private static func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
    }

    /// Returns the diagram that a choice names: its number, or the heading above it.
    ///
    /// - Parameters:
    ///   - choice: The text after `#` in the path, or `nil` for the only diagram of the file.
    ///   - name: The name of the file.
    static func chosen(_ choice: String?, from text: String, named name: String) throws(ChartError) -> MarkdownDiagram {
        let start = Position(line: 1, column: 1)
        let diagrams = all(in: text)
        guard !diagrams.isEmpty else {
            throw ChartError(
                start,
                "the file contains no state diagram",
                expected: "a code block with the language mermaid, plantuml or dot"
            )
        }
        let matching = choice.map { choice in
            if let number = Int(choice) { return number > 0 ? Array(diagrams.dropFirst(number - 1).prefix(1)) : [] }
            return diagrams.filter { $0.heading == choice || $0.anchor == anchor(choice) }
        }
        let candidates = matching ?? diagrams
        if candidates.count == 1 { return candidates[0] }
        let list = diagrams.enumerated().map { number, diagram in
            "\(name)#\(number + 1) (line \(diagram.line)"
                + (diagram.heading.map { ", “\($0.abbreviated(after: 60))”" } ?? "") + ")"
        }
        let problem =
            choice.map { "“\($0.abbreviated(after: 60))” names \(candidates.count) of the file's state diagrams" }
            ?? "the file contains \(diagrams.count) state diagrams"
        throw ChartError(start, problem, expected: list.joined(separator: " or "))
    }
}
