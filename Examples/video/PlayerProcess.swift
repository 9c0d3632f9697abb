import Foundation
import VideoMachine

/// A program that shows the video, suspended and resumed by signals.
///
/// The program cannot seek: after a seek it continues where it was; only a seek to the beginning
/// starts it anew. A program that ends with an error, or at once, has not shown the video.
actor PlayerProcess: VideoModel.Player {
    /// What became of a start.
    private struct End: Sendable {
        let start: Int
        let outcome: Outcome

        enum Outcome {
            case ended(status: Int32, after: Duration)
            case notStarted(reason: String)
        }
    }

    /// The time within which no program can have shown a video, unless half of the video is
    /// shorter.
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

    /// Creates a player from a command, to which it appends the file; the first word is the path of
    /// a program.
    init(_ command: [String]) {
        self.command = command
    }

    func open(_ file: URL) async throws {
        self.file = file
        // Otherwise the program is started when the video is resumed. Suspended and resumed in the
        // moment in which it forks, it would have a child process that stays suspended.
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
                // A program that this player has ended itself is not a failure.
                guard child != nil else { continue }
                child = nil
                if let problem = problem(status, after: runningTime) { return problem }
            }
        }
        return nil
    }

    private func problem(_ status: Int32, after runningTime: Duration) -> String? {
        let name = URL(filePath: command.first ?? "").lastPathComponent
        if status > 128 { return "the player \(name) was ended by signal \(status - 128)" }
        if status != 0 { return "the player \(name) ended with status \(status)" }
        let length = file.flatMap { try? VideoFile(contentsOf: $0) }?.duration ?? .zero
        guard runningTime < min(Self.shortestShow, length / 2) else { return nil }
        return "the player \(name) ended at once, without having played"
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
        starts += 1
        let (number, begin) = (starts, ContinuousClock.now)
        child = try ChildProcess(command + [file.path(percentEncoded: false)]) { [endContinuation] status in
            let outcome = End.Outcome.ended(status: status, after: ContinuousClock.now - begin)
            endContinuation.yield(End(start: number, outcome: outcome))
        }
    }
}
