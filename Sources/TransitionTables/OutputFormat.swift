import StateMachineDiagrams

/// A format of the library, or a picture that Graphviz makes.
enum OutputFormat {
    case text(DiagramFormat)
    case svg

    init?(_ name: String) {
        if name == "svg" {
            self = .svg
        } else if let format = DiagramFormat(rawValue: name) {
            self = .text(format)
        } else {
            return nil
        }
    }

    static var allNames: String { (DiagramFormat.allCases.map(\.rawValue) + ["svg"]).joined(separator: ", ") }

    var fileExtension: String {
        switch self {
        case .text(let format): format.fileExtension
        case .svg: "svg"
        }
    }

    func text(of machine: MachineDescription) throws -> String {
        switch self {
        case .text(let format): machine.text(in: format)
        case .svg: try Picture(of: machine).svg()
        }
    }
}
