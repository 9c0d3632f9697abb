/// A reader of Mermaid state diagrams, `stateDiagram-v2`.
package enum MermaidReader {
    /// Reads a diagram.
    ///
    /// - Throws: ``ChartError`` for the first mistake or unsupported statement.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        var builder = MermaidBuilder()
        var hasHeader = false
        var isFrontMatter = false
        var fence = MermaidFence()
        var note: (state: String, lines: [String], position: Position)?
        for (offset, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = trimmed(line)
            let position = Position(line: offset + 1, column: line.prefix(while: \.isWhitespace).count + 1)
            if let open = note {
                if content == "end note" {
                    try builder.add(
                        .note(state: open.state, text: open.lines.joined(separator: "\n")),
                        at: open.position
                    )
                    note = nil
                } else {
                    note?.lines.append(String(content))
                }
                continue
            }
            if try fence.takes(content, at: position, isInside: hasHeader || isFrontMatter) { continue }
            if !hasHeader, content == "---" { isFrontMatter.toggle() }
            if isFrontMatter {
                if content.hasPrefix("title:") { builder.name = String(trimmed(content.dropFirst(6))) }
                continue
            }
            if content.isEmpty || content.hasPrefix("%%") || content == "---" && !hasHeader { continue }
            if !hasHeader {
                guard content == "stateDiagram-v2" || content == "stateDiagram" else {
                    throw ChartError(
                        position,
                        "the diagram begins with “\(content.prefix(40))”",
                        expected: "stateDiagram-v2"
                    )
                }
                hasHeader = true
                continue
            }
            let statement = try MermaidStatement(content, at: position)
            if case .noteStart(let state) = statement.kind {
                note = (state, [], position)
            } else {
                try builder.add(statement.kind, at: position)
            }
        }
        if let note { throw ChartError(note.position, "the note is not closed", expected: "end note") }
        try fence.end()
        guard hasHeader else {
            throw ChartError(Position(line: 1, column: 1), "the file contains no diagram", expected: "stateDiagram-v2")
        }
        return try builder.chart()
    }
}
