import Foundation
import ExampleSupport
import StreamMachine

/// Watches a camera from a terminal: the view of this example, with the model of `StreamMachine` behind it.
@main
enum StreamMonitorCommand {
    static func main() async {
        exit(await status(of: CommandLine.arguments.dropFirst()))
    }

    private static func status(of words: some Sequence<String>) async -> Int32 {
        let options: Options
        do throws(UsageError) {
            options = try Options(words)
        } catch {
            Terminal.error.print("stream-monitor: \(error.message.printable)\n\(Options.usage)")
            return UsageError.status
        }
        if options.asksForHelp {
            Terminal.output.print(Options.help)
            return EXIT_SUCCESS
        }
        let status = await Interruption.cancelling { await watch(options) }
        if status == EXIT_SUCCESS, let error = Terminal.writeError {
            Terminal.error.print("stream-monitor: cannot write: \(error)")
            return EXIT_FAILURE
        }
        return status
    }

    private static func watch(_ options: Options) async -> Int32 {
        var camera: LoopbackCamera?
        defer { camera?.stop() }
        let address: URL
        switch options.source {
        case .remote(let url): address = url
        case .embedded(let fault):
            do {
                let embedded = try LoopbackCamera(fault: fault)
                camera = embedded
                guard let url = URL(string: embedded.address) else { return EXIT_FAILURE }
                address = url
            } catch {
                Terminal.error.print("stream-monitor: cannot start a camera on 127.0.0.1: \(error)")
                return EXIT_FAILURE
            }
        }
        return await Session(options: options, address: address, camera: camera).watch()
    }
}
