/// The languages of diagrams that this module can read.
package enum DiagramLanguage {
    /// The size limit of a file, in bytes.
    package static let largestFile = 1_000_000

    /// The endings of files in TypeScript and JavaScript.
    private static let scripts = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"]

    /// Returns whether a file is in TypeScript or JavaScript.
    static func isScript(_ name: String) -> Bool {
        name.split(separator: ".").last.map { scripts.contains($0.lowercased()) } ?? false
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
        guard text.utf8.count <= largestFile else {
            throw ChartError(start, "the file is larger than \(largestFile) bytes", expected: "a smaller file")
        }
        switch name.split(separator: ".").last?.lowercased() {
        case "scxml", "xml": return try SCXMLReader.read(text)
        case "mmd", "mermaid": return try MermaidReader.read(text)
        case "dot", "gv": return try DOTReader.read(text)
        case "puml", "plantuml": return try PlantUMLReader.read(text)
        case "json": return try JSONDiagramReader.read(text)
        case let ending? where scripts.contains(ending): return try XStateScriptReader.read(text, machine: part)
        default:
            throw ChartError(
                start,
                "the file name “\(name)” does not show the format of the diagram",
                expected:
                    "a name that ends with .mmd, .mermaid, .puml, .plantuml, .dot, .gv, .scxml, .xml, .json, .ts or .js"
            )
        }
    }
}
