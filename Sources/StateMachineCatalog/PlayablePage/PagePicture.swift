import Foundation
import StateMachineCommandLine
import StateMachineDiagrams

/// The picture of a playable page, or the reason why there is no picture.
///
/// Without a picture, the page shows the current state with its neighbors.
enum PagePicture {
    /// A picture, and the reason why it is only a simple one.
    case svg(String, simple: String? = nil)
    case none(reason: String)

    /// The maximum number of states in a readable picture.
    private static let stateLimit = 150

    /// The number of seconds that Graphviz may take.
    private static let timeLimit = 10

    /// Returns the picture, or prints a message on standard error if there is none.
    static func make(of machine: MachineDescription) throws -> PagePicture {
        let picture = try PagePicture(of: machine)
        switch picture {
        case .svg(_, let reason?):
            ProgramOutput.error.print("\(Command.name): the page of \(machine.name) has a simple diagram. \(reason)")
        case .none(let reason):
            ProgramOutput.error.print("\(Command.name): the page of \(machine.name) has no diagram. \(reason)")
        case .svg: break
        }
        return picture
    }

    /// Uses the picture in the folder of the pages if it is up to date, or otherwise runs Graphviz.
    init(of machine: MachineDescription, in directory: String = Command.pages) throws {
        let chart = DrawnChart(of: machine)
        let count = chart.allStates.count
        guard count <= Self.stateLimit else {
            self = .none(reason: "\(count) states are too many for a diagram.")
            return
        }
        let picture = Picture(of: machine)
        let file = URL(filePath: "\(directory)/\(Picture.fileName(of: machine, theme: .light))")
        if let present = GeneratedFiles.read(file), picture.isUpToDate(present) {
            self = .svg(present)
            return
        }
        do {
            self = .svg(try picture.svg(timeLimit: Self.timeLimit))
        } catch let error as ProgramCall.TimeLimitExceeded {
            self = .svg(chart.layeredSVG(), simple: "\(error)")
        } catch let error as Picture.GraphvizNotFound {
            self = .svg(chart.layeredSVG(), simple: "\(error)")
        }
    }

    /// The picture as an HTML element, or an empty text if there is no picture.
    var element: String {
        switch self {
        case .svg(let text, _): text.range(of: "<svg").map { String(text[$0.lowerBound...]) } ?? ""
        case .none: ""
        }
    }

    /// Instructions for the picture, or the reason why it is missing.
    var hint: String {
        switch self {
        case .svg(_, let reason):
            """
            \(reason.map { "This is a simple picture. \($0) " } ?? "")\
            Click a highlighted arrow to send its event. Click a state to see its details. The path of the timeline is \
            green. To zoom, pinch, press + or −, or turn the wheel while you hold Control. To move the diagram, drag it or \
            use the arrow keys.
            """
        case .none(let reason): "This page has no diagram of the whole machine: \(reason)"
        }
    }
}
