import Foundation
import StateMachineExampleSupport
import StateMachineInspection
import StreamMachine

/// Watches a camera from a terminal.
///
/// This is the view of the example. Its model comes from `StreamMachine`.
@main
enum StreamMonitorCommand {
    static func main() async {
        await ExampleProgram.run("stream-monitor", Options.self) { await watch($0, $1) }
    }

    private static func watch(_ options: Options, _ inspector: MachineInspector?) async -> Int32 {
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
        return await Session(options: options, address: address, camera: camera, inspector: inspector).watch()
    }
}
