import Foundation
import RemoteContentMachine
import StateMachineExampleSupport
import StateMachineInspection

/// Shows a feed in a terminal.
///
/// This is the view of the example. Its model comes from `RemoteContentMachine`.
@main
enum RemoteContentCommand {
    static func main() async {
        await ExampleProgram.run("remote-content", Options.self) { await show($0, $1) }
    }

    private static func show(_ options: Options, _ inspector: MachineInspector?) async -> Int32 {
        var service: FeedService?
        defer { service?.stop() }
        let address: URL
        switch options.source {
        case .remote(let url): address = url
        case .embedded(let format, let fault, let latency):
            do {
                let embedded = try FeedService(latency: latency, fault: fault)
                service = embedded
                guard let url = URL(string: embedded.address(of: format)) else { return EXIT_FAILURE }
                address = url
            } catch {
                Terminal.error.print("remote-content: cannot start a feed on 127.0.0.1: \(error)")
                return EXIT_FAILURE
            }
        }
        let client = FeedClient(address: address, timeout: options.timeout)
        let session = await Session(options: options, client: client, inspector: inspector)
        return await session.readCommands(service: service)
    }
}
