/// A format in which a machine can be written.
///
/// To add a format:
/// - Add a file to `Formats/` with a `FormatWriter` for it. A format that resembles Mermaid and
///   PlantUML is a `TextDiagramLanguage`.
/// - Add a case to this enum, and a line for the case to `writer`.
///
/// The command line, its help and the files for `.ci/check-readers` use every case of this enum. If
/// there is a program that reads the format, `.ci/readers` uses that program to check the output.
/// Add a function to `judges.py` and a line to its `JUDGES`. In `self_test.py`, add the mistakes
/// that the program must detect. Add the reserved words of the program to
/// `Text/ReservedWords.swift` and `.ci/readers/words.py`.
public enum DiagramFormat: String, CaseIterable, Sendable {
    /// A page with tables and a diagram that GitHub and other sites draw.
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

    /// A machine configuration for XState 5, a JavaScript library.
    case xstate

    /// A complete description of the machine for programs.
    case json

    fileprivate var writer: FormatWriter {
        switch self {
        case .markdown: .markdown
        case .mermaid: .mermaid
        case .dot: .dot
        case .plantuml: .plantUML
        case .scxml: .scxml
        case .sismic: .sismic
        case .xstate: .xstate
        case .json: .json
        }
    }
}

extension DiagramFormat {
    /// The extension of a file in this format.
    public var fileExtension: String { writer.fileExtension }
}

extension MachineDescription {
    /// Returns the machine in a format.
    public func text(in format: DiagramFormat) -> String { format.writer.text(self) }
}
