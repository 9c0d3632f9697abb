import Foundation
import VideoMachine

/// A program that shows the video, suspended and resumed by signals.
///
/// The program cannot seek. After a seek, it continues at its previous position, except that a seek
/// to the beginning restarts it. If the program ends with an error or too early, it has not shown
/// the video.
actor PlayerProcess: VideoModel.Player {
    /// The result of starting the program.
    private struct End: Sendable {
        let start: Int
        let outcome: Outcome

        enum Outcome {
            case ended(status: Int32, after: Duration)
            case notStarted(reason: String)
        }
    }

    /// The time in which no program can show a video.
    ///
    /// For short videos, half of the video's duration is used instead.
    private static let shortestShow = Duration.seconds(1)

    private let command: [String]
    private var file: URL?
    private var child: ChildProcess?
    private var isRunning = false
    private let (ends, endContinuation) = AsyncStream.makeStream(of: End.self)

    /// The number of programs started so far.
    private var starts = 0

    /// The progress at the last suspension.
    private var position = 0.0

    /// Creates a player from a command, to which it appends the file.
    ///
    /// The first word of the command is the path of a program.
    init(_ command: [String]) {
        self.command = command
    }

    func open(_ file: URL) async throws {
        self.file = file
        // If the video is not playing, the program starts when the video resumes. A program that is
        // suspended and resumed while it forks would leave its child process suspended.
        if isRunning { try start() }
    }

    func resume(from progress: Double) async {
        isRunning = true
        if child == nil || progress == 0 && position > 0 {
            await end()
            do {
                try start()
            } catch {
                endContinuation.yield(End(start: starts, outcome: .notStarted(reason: "\(error)")))
            }
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

    func waitForFailure() async -> String? {
        for await end in ends where end.start == starts {
            switch end.outcome {
            case .notStarted(let reason): return reason
            case .ended(let status, let runningTime):
                // If this player has ended the program, the end is not a failure.
                guard child != nil else { continue }
                child = nil
                if let problem = problem(status, after: runningTime) { return problem }
            }
        }
        return nil
    }

    private func problem(_ status: Int32, after runningTime: Duration) -> String? {
        let name = URL(filePath: command.first ?? "").lastPathComponent
        if status > 128 { return "signal \(status - 128) ended the player \(name)" }
        if status != 0 { return "the player \(name) ended with status \(status)" }
        let length = file.flatMap { try? VideoFile(contentsOf: $0) }?.duration ?? .zero
        guard runningTime < min(Self.shortestShow, length / 2) else { return nil }
        return "the player \(name) ended before the video was played"
    }

    /// Ends the child process once.
    private func end() async {
        let last = child
        child = nil
        await last?.end()
    }

    private func start() throws {
        // The file may have been closed in the meantime.
        guard let file else { return }
        position = 0
        starts += 1
        let (number, begin) = (starts, ContinuousClock.now)
        child = try ChildProcess(command + [file.path(percentEncoded: false)]) { [endContinuation] status in
            let outcome = End.Outcome.ended(status: status, after: ContinuousClock.now - begin)
            endContinuation.yield(End(start: number, outcome: outcome))
        }
    }
}
