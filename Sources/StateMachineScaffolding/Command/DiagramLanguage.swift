/// The languages of diagrams that this module can read.
package enum DiagramLanguage {
    /// The size limit of a file, in bytes.
    package static let largestFile = 1_000_000

    /// Reads a diagram; the file name extension determines its language.
    ///
    /// - Parameter machine: The name of one of the machines in a TypeScript or JavaScript file.
    package static func read(
        _ text: String,
        named name: String,
        machine: String? = nil
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
        case "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs":
            return try XStateScriptReader.read(text, machine: machine)
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
