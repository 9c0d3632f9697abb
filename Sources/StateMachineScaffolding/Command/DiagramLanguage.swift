/// The languages of diagrams that this module can read.
package enum DiagramLanguage {
    /// The size limit of a file, in bytes.
    package static let largestFile = 1_000_000

    /// Reads a diagram; the file name extension determines its language.
    ///
    /// - Parameter part: The number of a diagram in a Markdown file, or the heading above it.
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
        switch name.split(separator: ".").last?.lowercased() {
        case "scxml", "xml": return try SCXMLReader.read(text)
        case "mmd", "mermaid": return try MermaidReader.read(text)
        case "dot", "gv": return try DOTReader.read(text)
        case "puml", "plantuml": return try PlantUMLReader.read(text)
        case "json": return try JSONDiagramReader.read(text)
        case "md", "markdown":
            let diagram = try MarkdownDiagram.chosen(part, from: text, named: name)
            return try read(diagram.text, named: diagram.language)
        default:
            throw ChartError(
                start,
                "the file name “\(name)” does not show the format of the diagram",
                expected: "a name that ends with .mmd, .mermaid, .puml, .plantuml, .dot, .gv, .scxml, .xml, .json or .md"
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
