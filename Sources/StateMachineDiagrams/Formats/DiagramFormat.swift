/// What a machine can be written as.
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

    /// The extension of a file in this format.
    public var fileExtension: String {
        switch self {
        case .markdown: "md"
        case .mermaid: "mmd"
        case .dot: "dot"
        case .plantuml: "puml"
        case .scxml: "scxml"
        case .sismic: "yaml"
        case .json: "json"
        }
    }
}

extension MachineDescription {
    /// The machine in a format.
    public func text(in format: DiagramFormat) -> String {
        switch format {
        case .markdown: MarkdownPage(self).text
        case .mermaid: StateChart(of: self).mermaid
        case .dot: StateChart(of: self).dot
        case .plantuml: StateChart(of: self).plantUML
        case .scxml: ExecutableChart(of: self).scxml
        case .sismic: ExecutableChart(of: self).sismic
        case .json: json
        }
    }
}
