import Foundation
import VideoMachine

/// A program that shows the video, suspended and resumed by signals.
///
/// It cannot be told where in the video to be: after a move it goes on from where it was, but to the beginning it goes by
/// starting anew.
actor PlayerProcess: VideoPlayer {
    private let command: [String]
    private var file: URL?
    private var child: ChildProcess?
    private var isRunning = false

    /// Where the video was when it was last held.
    private var position = 0.0

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
        if progress == 0 && position > 0 {
            await end()
            try? start()
        } else {
            child?.resume()
        }
    }

    func suspend(at progress: Double) async {
        isRunning = false
        position = progress
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
        position = 0
        child = try ChildProcess(command + [file.path(percentEncoded: false)])
    }
}
