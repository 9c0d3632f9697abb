import StateMachineCommandLine

/// A reader of Mermaid state diagrams, `stateDiagram-v2`.
package enum MermaidReader {
    /// Reads a diagram.
    ///
    /// - Throws: ``ChartError`` with all mistakes and unsupported statements.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        var reader = MermaidReading()
        for (offset, line) in DiagramLanguage.lines(of: text).enumerated() {
            let position = Position(line: offset + 1, column: line.prefix(while: \.isWhitespace).count + 1)
            try reader.read(trimmed(line), at: position)
            if reader.errors.isFull { break }
        }
        return try reader.chart()
    }
}

/// The state of the reader between two lines.
private struct MermaidReading {
    var errors = ErrorList()
    private var builder = MermaidBuilder()
    private var hasHeader = false
    private var isFrontMatter = false
    private var fence = MermaidFence()
    private var note: (state: String, lines: [String], position: Position)?
    /// The end of a block whose lines are not statements.
    private var block: (end: String, position: Position)?

    /// Reads a line without spaces at its ends.
    mutating func read(_ content: Substring, at position: Position) throws(ChartError) {
        if let open = note {
            guard content.lowercased() == "end note" else {
                note?.lines.append(String(content))
                return
            }
            note = nil
            return add(.note(state: open.state, text: open.lines.joined(separator: "\n")), at: open.position)
        }
        if try fence.takes(content, at: position, isInside: hasHeader || isFrontMatter) { return }
        if !hasHeader, content == "---" { isFrontMatter.toggle() }
        if isFrontMatter {
            if content.hasPrefix("title:") { builder.name = String(trimmed(content.dropFirst(6))) }
            return
        }
        if content.isEmpty || content == "---" && !hasHeader { return }
        if let open = block {
            if content.contains(open.end) { block = nil }
            return
        }
        if let start = content.prefixMatch(of: /%%\{|accDescr\s*\{/.ignoresCase()) {
            let end = content.hasPrefix("%%") ? "}%%" : "}"
            if !content[start.range.upperBound...].contains(end) { block = (end, position) }
            return
        }
        if content.hasPrefix("#") { return }
        if content.hasPrefix("%%") {
            do throws(ChartError) {
                try builder.addComment(content.drop { $0 == "%" }, at: position)
            } catch {
                errors.add(error)
            }
            return
        }
        guard hasHeader else {
            guard content.wholeMatch(of: /stateDiagram(-v2)?\s*(;|%%.*)?/.ignoresCase()) != nil else {
                throw ChartError(
                    position,
                    "the diagram begins with “\(content.abbreviated(after: 40))”",
                    expected: "stateDiagram-v2"
                )
            }
            hasHeader = true
            return
        }
        do throws(ChartError) {
            let statement = try MermaidStatement(content, at: position)
            if case .noteStart(let state) = statement.kind {
                note = (state, [], position)
            } else {
                add(statement.kind, at: position)
            }
        } catch {
            errors.add(error)
            if content.last == "{" { builder.enterUnknown(position) }
        }
        try builder.checkSize(at: position)
    }

    private mutating func add(_ kind: MermaidStatement.Kind, at position: Position) {
        do throws(ChartError) {
            try builder.add(kind, at: position)
        } catch {
            var error = error
            error.understood = kind.words
            errors.add(error)
            if case .state(_, _, _, _, opens: true) = kind { builder.enterUnknown(position) }
        }
    }

    mutating func chart() throws(ChartError) -> Chart {
        if let note { errors.add(ChartError(note.position, "the note is not closed", expected: "end note")) }
        if let block { errors.add(ChartError(block.position, "the block is not closed", expected: block.end)) }
        do throws(ChartError) { try fence.end() } catch { errors.add(error) }
        if errors.isFull { try errors.throwAll() }
        guard hasHeader else {
            try errors.throwAll()
            throw ChartError(Position(line: 1, column: 1), "the file contains no diagram", expected: "stateDiagram-v2")
        }
        do throws(ChartError) {
            let chart = try builder.chart()
            try errors.throwAll()
            return chart
        } catch {
            errors.add(error)
            try errors.throwAll()
            throw error
        }
    }
}
