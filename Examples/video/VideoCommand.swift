import Foundation
import StateMachineExampleSupport
import StateMachineInspection
import VideoMachine

/// Downloads and plays a video from a terminal.
///
/// This is the view of the example. Its model comes from `VideoMachine`.
@main
enum VideoCommand {
    static func main() async {
        await ExampleProgram.run("video", Options.self) { await watch($0, $1) }
    }

    private static func watch(_ options: Options, _ inspector: MachineInspector?) async -> Int32 {
        var service: VideoService?
        defer { service?.stop() }
        let source: URL
        switch options.source {
        case .remote(let url): source = url
        case .embedded(let fault):
            do {
                // Computing the pictures takes a moment, so tell the user.
                Terminal.error.announce("video: drawing eight seconds of the sea")
                defer { Terminal.error.redraw("") }
                let rate = Options.bytesPerSecond * max(1, options.speed)
                let embedded = try VideoService(bytesPerSecond: Int(rate), fault: fault)
                service = embedded
                guard let url = URL(string: embedded.address) else { return EXIT_FAILURE }
                source = url
            } catch {
                Terminal.error.print("video: cannot start a service on 127.0.0.1: \(error)")
                return EXIT_FAILURE
            }
        }
        guard let output = options.output else {
            return await watchFromTemporaryFile(source, options: options, service: service, inspector: inspector)
        }
        return await Session(
            source: source,
            destination: output,
            options: options,
            service: service,
            inspector: inspector
        ).watch()
    }

    /// Downloads and plays a video and then removes its file.
    private static func watchFromTemporaryFile(
        _ source: URL,
        options: Options,
        service: VideoService?,
        inspector: MachineInspector?
    ) async -> Int32 {
        let folder = URL.temporaryDirectory.appending(path: "video.\(UUID().uuidString)", directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            Terminal.error.print("video: cannot create a folder for the video: \(error.systemReason)")
            return EXIT_FAILURE
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        // Do not use a name from the server, which could be any path.
        let known = ["mp4", "m4v", "mov", "m4a", "wav"]
        let suffix = source.pathExtension.lowercased()
        let destination = folder.appending(path: known.contains(suffix) ? "video.\(suffix)" : "video")
        return await Session(
            source: source,
            destination: destination,
            options: options,
            service: service,
            inspector: inspector
        ).watch()
    }
}
