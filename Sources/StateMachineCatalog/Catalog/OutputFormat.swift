import StateMachineDiagrams

/// A format of the library, a picture from Graphviz, or a playable page.
enum OutputFormat {
    case text(DiagramFormat)
    case svg
    case html

    init?(_ name: String) {
        if name == "svg" {
            self = .svg
        } else if name == "html" {
            self = .html
        } else if let format = DiagramFormat(rawValue: name) {
            self = .text(format)
        } else {
            return nil
        }
    }

    static var allNames: String { (DiagramFormat.allCases.map(\.rawValue) + ["svg", "html"]).joined(separator: ", ") }

    var fileExtension: String {
        switch self {
        case .text(let format): format.fileExtension
        case .svg: "svg"
        case .html: "html"
        }
    }

    func text(of machine: MachineDescription) throws -> String {
        switch self {
        case .text(let format): machine.text(in: format)
        case .svg: try Picture(of: machine).svg()
        case .html: PlayablePage(machine: machine, picture: try PagePicture.make(of: machine)).html
        }
    }
}
