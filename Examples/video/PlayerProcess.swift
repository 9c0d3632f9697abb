import Foundation
import VideoMachine

/// A program that shows the video, suspended and resumed by signals.
///
/// Where in the video it is, it cannot be told: after a move it goes on from where it was.
actor PlayerProcess: VideoPlayer {
    private let command: [String]
    private var file: URL?
    private var child: ChildProcess?
    private var isRunning = false

    /// Whether the child has been suspended before, and so may be anywhere in the video.
    private var hasRun = false

    /// A player that is called with the file behind these words, the first of which is the path of a program.
    init(_ command: [String]) {
        self.command = command
    }

    func open(_ file: URL) async throws {
        self.file = file
        try start()
        if !isRunning { child?.suspend() }
    }

    func resume(from progress: Double) async {
        isRunning = true
        if progress == 0 && hasRun {
            await end()
            try? start()
        } else {
            child?.resume()
        }
    }

    func suspend() async {
        isRunning = false
        hasRun = true
        child?.suspend()
    }

    func close() async {
        file = nil
        await end()
    }

    /// Ends the child, once.
    private func end() async {
        let last = child
        child = nil
        await last?.end()
    }

    private func start() throws {
        // It may have been closed in the meantime.
        guard let file else { return }
        hasRun = false
        child = try ChildProcess(command + [file.path(percentEncoded: false)])
    }
}
