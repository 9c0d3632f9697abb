import StateMachineCommandLine

/// A reader of PlantUML state diagrams.
///
/// The statements become those of a Mermaid diagram, which has the same labels and pseudo states.
package enum PlantUMLReader {
    /// Reads a diagram.
    ///
    /// - Throws: ``ChartError`` with all mistakes and unsupported statements.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        var reading = PlantUMLReading()
        for (offset, line) in DiagramLanguage.lines(of: text).enumerated() {
            let position = Position(line: offset + 1, column: line.prefix(while: \.isWhitespace).count + 1)
            try reading.read(trimmed(line), at: position)
            if reading.errors.isFull { break }
        }
        return try reading.chart()
    }
}

/// The state of the reader between two lines.
private struct PlantUMLReading {
    /// A block whose lines are not statements.
    private enum Block {
        case comment
        /// A block of which nothing is read until a line matches.
        case skipped(until: Regex<Substring>)
        case note(state: String, lines: [String])
    }

    var errors = ErrorList()
    private var builder = MermaidBuilder()
    private var block: (kind: Block, position: Position)?
    private var isOpen = false
    private var isClosed = false

    init() { builder.isPlacedFirst = true }

    /// Reads a line without spaces at its ends.
    mutating func read(_ content: Substring, at position: Position) throws(ChartError) {
        if let open = block { return continueBlock(open.kind, content, open.position) }
        if content.hasPrefix("'") {
            do throws(ChartError) {
                try builder.addComment(content.dropFirst(), at: position)
            } catch {
                errors.add(error)
            }
            return
        }
        if content.hasPrefix("/'") {
            if !content.hasSuffix("'/") { block = (.comment, position) }
            return
        }
        guard !content.isEmpty else { return }
        guard isOpen, !isClosed else {
            guard !isOpen, content.lowercased().hasPrefix("@startuml") else {
                throw ChartError(
                    position,
                    isClosed
                        ? "text follows the diagram" : "the diagram begins with “\(content.abbreviated(after: 40))”",
                    expected: isClosed ? "one diagram in the file" : "@startuml"
                )
            }
            isOpen = true
            return
        }
        if content.lowercased() == "@enduml" {
            isClosed = true
            return
        }
        add(content, at: position)
        try builder.checkSize(at: position)
    }

    private mutating func continueBlock(_ kind: Block, _ content: Substring, _ position: Position) {
        switch kind {
        case .comment: if content.hasSuffix("'/") { block = nil }
        case .skipped(let end): if content.wholeMatch(of: end) != nil { block = nil }
        case .note(let state, let lines):
            guard content.wholeMatch(of: PlantUMLStatement.end(of: "note")) != nil else {
                block = (.note(state: state, lines: lines + [String(content)]), position)
                return
            }
            block = nil
            let text = PlantUMLStatement.plain(lines.joined(separator: "\n"))
            add(.note(state: state, text: text), at: position, opens: false)
        }
    }

    private mutating func add(_ content: Substring, at position: Position) {
        do throws(ChartError) {
            switch try PlantUMLStatement.read(content, at: position) {
            case .title(let title): builder.name = title
            case .include(let file):
                builder.notes.append(ChartNote(.statement, at: position, "the file \(file) is not included"))
            case .skippedBlock(let end): block = (.skipped(until: end), position)
            case .statement(.noteStart(let state)): block = (.note(state: state, lines: []), position)
            case .statement(let kind): add(kind, at: position, opens: content.last == "{")
            }
        } catch {
            errors.add(error)
            if content.last == "{" { builder.enterUnknown(position) }
        }
    }

    private mutating func add(_ kind: MermaidStatement.Kind, at position: Position, opens: Bool) {
        do throws(ChartError) {
            try builder.add(kind, at: position)
        } catch {
            var error = error
            error.understood = kind.words
            errors.add(error)
            if opens { builder.enterUnknown(position) }
        }
    }

    func chart() throws(ChartError) -> Chart {
        var errors = errors
        if let block {
            errors.add(ChartError(block.position, "a block is not closed", expected: "the end of the block"))
        }
        let start = Position(line: 1, column: 1)
        if !isOpen { errors.add(ChartError(start, "the file contains no diagram", expected: "@startuml")) }
        if isOpen, !isClosed, !errors.isFull {
            errors.add(ChartError(start, "the diagram has no end", expected: "@enduml after its last line"))
        }
        if errors.isFull { try errors.throwAll() }
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
