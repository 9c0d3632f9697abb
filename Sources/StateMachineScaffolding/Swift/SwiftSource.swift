/// The lines of a file of Swift.
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

    /// A doc comment, wrapped.
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

    /// Lines in braces, with a line before them unless they come first in others.
    mutating func block(_ header: String, _ body: (inout SwiftSource) -> Void) {
        add(header + " {")
        depth += 1
        body(&self)
        depth -= 1
        while lines.last == "" { lines.removeLast() }
        add("}")
    }

    /// A list as it stands in brackets, on several lines if it is long.
    mutating func list(_ before: String, _ elements: [String], _ after: String) {
        let line = before + elements.joined(separator: ", ") + after
        if line.count + depth * 4 <= SwiftPrinter.width { return add(line) }
        add(before)
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
        add(after)
    }
}
