import Foundation
import StateMachineExampleSupport

/// Shows the machines of the gallery to a person who sends them events.
@main
enum GalleryCommand {
    static func main() async {
        await ExampleProgram.run("gallery", Options.self) { options, inspector in
            switch options.request {
            // `ExampleProgram` has already printed the help.
            case .help: break
            case .list: Exhibit.list(on: .output)
            case .visit(let exhibit): return await Visit(pace: options.pace, inspector: inspector).begin(at: exhibit)
            }
            return EXIT_SUCCESS
        }
    }
}
