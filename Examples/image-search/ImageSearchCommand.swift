import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import StateMachineInspection

/// Searches for images from a terminal.
///
/// This is the view of the example. Its model comes from `ImageSearchMachine`.
@main
enum ImageSearchCommand {
    static func main() async {
        await ExampleProgram.run("image-search", Options.self) { await search($0, $1) }
    }

    private static func search(_ options: Options, _ inspector: MachineInspector?) async -> Int32 {
        var service: ImageService?
        defer { service?.stop() }
        let endpoint: URL
        switch options.source {
        case .remote(let url): endpoint = url
        case .embedded(let fault, let latency):
            do {
                let embedded = try ImageService(latency: latency, fault: fault)
                service = embedded
                guard let url = URL(string: embedded.endpoint) else { return EXIT_FAILURE }
                endpoint = url
            } catch {
                Terminal.error.print("image-search: cannot start a service on 127.0.0.1: \(error)")
                return EXIT_FAILURE
            }
        }
        let client = ImageSearchClient(endpoint: endpoint, key: options.key, timeout: options.timeout)
        let session = await Session(options: options, client: client, inspector: inspector)
        guard let query = options.query else { return await session.readQueries(service: service) }
        return await session.search(query)
    }
}
