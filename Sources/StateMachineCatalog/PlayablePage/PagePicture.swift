import Foundation
import StateMachineCommandLine
import StateMachineDiagrams

/// The picture of a playable page, or the reason why there is no picture.
///
/// A page can have another picture for a narrow window. Without a picture, the page shows the
/// current state with its neighbors.
enum PagePicture {
    /// A picture, another one for a narrow window, and the reason why it is only a simple one.
    case svg(String, narrow: String? = nil, simple: String? = nil)
    case none(reason: String)

    /// The maximum number of states in a readable picture.
    private static let stateLimit = 150

    /// The maximum number of states in a picture that is laid out for the space on the page.
    ///
    /// In a picture with more states, `diagram-folds.js` closes the composite states.
    private static let closedLimit = 30

    /// The number of seconds that Graphviz may take for each layout.
    private static let timeLimit = 10

    /// Returns the picture, or prints a message on standard error if there is none.
    static func make(of machine: MachineDescription) throws -> PagePicture {
        let picture = try PagePicture(of: machine)
        switch picture {
        case .svg(_, _, let reason?):
            let problem = "the page for \(machine.name) has only a simple diagram"
            ProgramOutput.error.print("\(Command.name): \(problem). \(reason)")
        case .none(let reason):
            ProgramOutput.error.print("\(Command.name): the page for \(machine.name) has no diagram. \(reason)")
        case .svg: break
        }
        return picture
    }

    /// Has Graphviz draw the picture.
    ///
    /// If the chart is so large that the page first closes its composite states, or if Graphviz is
    /// missing, this is the picture in the folder of the pages, if it is up to date.
    init(
        of machine: MachineDescription,
        in directory: String = Command.pages,
        layOut: (_ dot: String) throws -> GraphvizLayout = { try GraphvizLayout(of: $0, timeLimit: timeLimit) }
    ) throws {
        let chart = DrawnChart(of: machine)
        let count = chart.allStates.count
        guard count <= Self.stateLimit else {
            self = .none(reason: "\(count) states are too many for a diagram.")
            return
        }
        let picture = Picture(of: machine)
        let file = URL(filePath: "\(directory)/\(Picture.fileName(of: machine, theme: .light))")
        let present = GeneratedFiles.read(file).flatMap { picture.isUpToDate($0) ? $0 : nil }
        do {
            if count > Self.closedLimit {
                self = .svg(try present ?? picture.svg(timeLimit: Self.timeLimit))
                return
            }
            // Both windows can have the same layouts.
            var known: [String: GraphvizLayout] = [:]
            func layOutOnce(_ dot: String) throws -> GraphvizLayout {
                if let layout = known[dot] { return layout }
                let layout = try layOut(dot)
                known[dot] = layout
                return layout
            }
            let wide = try PageDiagram(of: chart, for: .wide, layOut: layOutOnce).svg
            let narrow = try PageDiagram(of: chart, for: .narrow, layOut: layOutOnce).svg
            self = .svg(wide, narrow: narrow == wide ? nil : narrow)
        } catch let error as ProgramCall.TimeLimitExceeded {
            self = present.map { .svg($0) } ?? .svg(chart.layeredSVG(), simple: "\(error)")
        } catch let error as Picture.GraphvizNotFound {
            self = present.map { .svg($0) } ?? .svg(chart.layeredSVG(), simple: "\(error)")
        }
    }

    /// The picture as an HTML element, or an empty text if there is no picture.
    var element: String {
        switch self {
        case .svg(let text, _, _): text.range(of: "<svg").map { String(text[$0.lowerBound...]) } ?? ""
        case .none: ""
        }
    }

    /// The picture for a narrow window as an HTML element, or an empty text if it is the same.
    var narrowElement: String {
        switch self {
        case .svg(_, let narrow, _): narrow ?? ""
        case .none: ""
        }
    }

    /// Instructions for the picture, or the reason why it is missing.
    var hint: String {
        switch self {
        case .svg(_, _, let reason):
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
