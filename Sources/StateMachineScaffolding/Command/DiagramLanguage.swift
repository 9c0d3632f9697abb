/// The languages of diagrams that this module can read.
package enum DiagramLanguage {
    /// The size limit of a file, in bytes.
    package static let largestFile = 1_000_000

    /// The endings of files in TypeScript and JavaScript.
    private static let scripts = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"]

    /// The endings of Markdown files.
    private static let pages = ["md", "markdown"]

    /// Returns whether a file can contain several machines.
    static func canHaveParts(_ name: String) -> Bool {
        name.split(separator: ".").last.map { (scripts + pages).contains($0.lowercased()) } ?? false
    }

    /// Reads a diagram; the file name extension determines its language.
    ///
    /// - Parameter part: The number or the name of one of several machines in the file.
    package static func read(
        _ text: String,
        named name: String,
        part: String? = nil
    ) throws(ChartError) -> Chart {
        let start = Position(line: 1, column: 1)
        // Some editors begin a file with a byte order mark.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        guard text.utf8.count <= largestFile else {
            throw ChartError(start, "the file is larger than \(largestFile) bytes", expected: "a smaller file")
        }
        if let part, !canHaveParts(name) {
            throw ChartError(
                start,
                "the file contains only one diagram, so it has no part “#\(part)”",
                expected: "the path without “#\(part)”"
            )
        }
        switch name.split(separator: ".").last?.lowercased() {
        case "scxml", "xml": return try SCXMLReader.read(text)
        case "mmd", "mermaid": return try MermaidReader.read(text)
        case "dot", "gv": return try DOTReader.read(text)
        case "puml", "plantuml": return try PlantUMLReader.read(text)
        case "json": return try JSONDiagramReader.read(text)
        case let ending? where scripts.contains(ending): return try XStateScriptReader.read(text, machine: part)
        case let ending? where pages.contains(ending):
            let diagram = try MarkdownDiagram.chosen(part, from: text, named: name)
            return try read(diagram.text, named: diagram.language)
        default:
            throw ChartError(
                start,
                "the file name “\(name)” does not show the format of the diagram",
                expected:
                    "a name that ends with .mmd, .mermaid, .puml, .plantuml, .dot, .gv, .scxml, .xml, .json, .ts, .js or .md"
            )
        }
    }

    /// Returns the lines of a text.
    ///
    /// A label can contain the line separator U+2028, which ends no line of a diagram.
    static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }
}
