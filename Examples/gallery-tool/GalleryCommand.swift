import Foundation
import ExampleSupport

/// Lets a person play with the machines of the gallery.
@main
enum GalleryCommand {
    static func main() async {
        exit(await status(of: CommandLine.arguments.dropFirst()))
    }

    private static func status(of words: some Sequence<String>) async -> Int32 {
        let options: Options
        do throws(UsageError) {
            options = try Options(words)
        } catch {
            Terminal.error.print("gallery: \(error.message.printable)\n\(Options.usage)")
            return UsageError.status
        }
        let status: Int32
        switch options.request {
        case .help:
            Terminal.output.print(Options.help)
            status = EXIT_SUCCESS
        case .list:
            Exhibit.list(on: .output)
            status = EXIT_SUCCESS
        case .visit(let exhibit):
            status = await Interruption.cancelling { await Visit(pace: options.pace).begin(at: exhibit) }
        }
        if status == EXIT_SUCCESS, let error = Terminal.writeError {
            Terminal.error.print("gallery: cannot write: \(error)")
            return EXIT_FAILURE
        }
        return status
    }
}
