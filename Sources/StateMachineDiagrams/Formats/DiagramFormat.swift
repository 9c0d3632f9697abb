/// What a machine can be written as.
///
/// A new format is:
/// - a file in `Formats/` that says how it is written, with a `FormatWriter` in it; one that is
///   much like Mermaid and PlantUML is a `TextDiagramLanguage`;
/// - a case here, and its line in `writer`.
///
/// The command line, its help and the files for `.ci/check-readers` take all cases from here. Where
/// a program reads the format, it judges it in `.ci/readers`: a function in `judges.py`, a line in
/// its `JUDGES`, and what it has to notice in `self_test.py`. Words that this program takes for its
/// own belong to `Text/ReservedWords.swift` and `.ci/readers/words.py`.
public enum DiagramFormat: String, CaseIterable, Sendable {
    /// A page with tables, and a diagram that GitHub and others draw.
    case markdown

    /// A state diagram for Mermaid (`stateDiagram-v2`).
    case mermaid

    /// A graph for Graphviz, in its DOT language.
    case dot

    /// A state diagram for PlantUML.
    case plantuml

    /// A state chart that SCXML engines run.
    case scxml

    /// A state chart for sismic, which reads YAML.
    case sismic

    /// All that is known of the machine, for programs.
    case json

    fileprivate var writer: FormatWriter {
        switch self {
        case .markdown: .markdown
        case .mermaid: .mermaid
        case .dot: .dot
        case .plantuml: .plantUML
        case .scxml: .scxml
        case .sismic: .sismic
        case .json: .json
        }
    }
}

extension DiagramFormat {
    /// The extension of a file in this format.
    public var fileExtension: String { writer.fileExtension }
}

extension MachineDescription {
    /// The machine in a format.
    public func text(in format: DiagramFormat) -> String { format.writer.text(self) }
}
