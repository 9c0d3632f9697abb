import Foundation
import StateMachineDiagrams

/// The picture of a playable page, or why it has none.
///
/// Without a picture the page shows the present state with its neighbours.
enum PagePicture {
    case svg(String)
    case none(reason: String)

    /// How many states a picture shows at most: more cannot be read.
    private static let stateLimit = 150

    /// How many seconds Graphviz may take.
    private static let timeLimit = 10

    /// Takes the picture, and says on the standard error if there is none.
    static func make(of machine: MachineDescription) throws -> PagePicture {
        let picture = try PagePicture(of: machine)
        if case .none(let reason) = picture {
            let message = "\(Command.name): the page of \(machine.name) has no diagram. \(reason)\n"
            FileHandle.standardError.write(Data(message.utf8))
        }
        return picture
    }

    /// Takes the picture in the folder of the pages if it is up to date, and else has Graphviz lay
    /// it out.
    init(of machine: MachineDescription, in directory: String = Command.pages) throws {
        let count = StateChart(of: machine).allStates.count
        guard count <= Self.stateLimit else {
            self = .none(reason: "\(count) states are too many for a picture.")
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
        } catch let error as Tool.TimeLimitExceeded {
            self = .none(reason: "\(error)")
        } catch let error as Picture.GraphvizNotFound {
            self = .none(reason: "\(error)")
        }
    }

    /// The picture as an element of HTML; empty if there is none.
    var element: String {
        switch self {
        case .svg(let text): text.range(of: "<svg").map { String(text[$0.lowerBound...]) } ?? ""
        case .none: ""
        }
    }

    /// What can be done with it, or why it is not there.
    var hint: String {
        switch self {
        case .svg: "Click a highlighted arrow to send its event, and a state to see what is known of it."
        case .none(let reason): "There is no diagram of the whole: \(reason)"
        }
    }
}
