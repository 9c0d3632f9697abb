/// The lines of a Swift file.
struct SwiftSource {
    private(set) var lines: [String] = []
    private var depth = 0

    init(_ lines: [String] = []) { self.lines = lines }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ line: String = "") {
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
    }

    mutating func add(_ code: [SwiftStatement]) {
        var printer = SwiftPrinter(depth: depth)
        printer.add(code)
        lines += printer.lines
    }

    /// Adds a wrapped doc comment.
    mutating func add(comment text: String) {
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = "///"
            for word in paragraph.split(whereSeparator: \.isWhitespace) {
                if line.count + word.count + 1 + depth * 4 > 110, line != "///" {
                    add(line)
                    line = "///"
                }
                line += " " + word
            }
            add(line)
        }
    }

    /// Adds the cases of an enum, each with its doc comment if it has one.
    ///
    /// An empty line separates a case with a comment from its neighbors.
    mutating func add(cases: [(comment: String?, text: String)]) {
        for (index, (comment, text)) in cases.enumerated() {
            if index > 0, comment != nil || cases[index - 1].comment != nil { add() }
            if let comment { add(comment: comment) }
            add("case \(text)")
        }
        add()
    }

    /// Adds lines in braces, after an empty line unless they are the first lines of another block.
    mutating func block(_ header: String, _ body: (inout SwiftSource) -> Void) {
        add(header + " {")
        depth += 1
        body(&self)
        depth -= 1
        while lines.last == "" { lines.removeLast() }
        add("}")
    }

    /// Adds a list in brackets, on several lines if it is long.
    mutating func list(opening: String, _ elements: [String], closing: String) {
        let line = opening + elements.joined(separator: ", ") + closing
        if line.count + depth * 4 <= SwiftPrinter.width { return add(line) }
        add(opening)
        depth += 1
        var row = ""
        for element in elements {
            if !row.isEmpty, row.count + element.count + 2 + depth * 4 > SwiftPrinter.width {
                add(row)
                row = ""
            }
            row += (row.isEmpty ? "" : " ") + element + ","
        }
        if !row.isEmpty { add(row) }
        depth -= 1
        add(closing)
    }
}
