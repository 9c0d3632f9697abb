public import Foundation
public import Observation
public import StateMachines

/// The view model of a video player: downloads a video, plays it, and says what a view shows.
///
/// ```swift
/// let model = VideoModel(source: source, downloader: VideoDownloader(destination: file))
/// Task { try await model.run() }        // does the downloading and the playing
///
/// model.download()                      // state is .downloading, then .playing
/// model.tapActionButton()               // state is .paused
/// model.leave()
/// ```
///
/// Everything it shows is derived from the state of its machine, and can be observed.
@MainActor
@Observable
public final class VideoModel {
    /// The machine that decides.
    @ObservationIgnored
    public let machine: StateMachine<VideoState>

    /// The duration of the video that is being played.
    public internal(set) var duration: Duration?

    /// Why the player failed to show the video, which is then paused; `nil` if it did not fail.
    public internal(set) var playerProblem: String?

    @ObservationIgnored
    private let downloader: VideoDownloader

    @ObservationIgnored
    let player: (any Player)?

    @ObservationIgnored
    let pace: Pace

    /// How time passes while the video runs.
    struct Pace: Sendable {
        let clock: any Clock<Duration>
        let tick: Duration
        let speed: Double
    }

    /// Creates a model that has not begun to download.
    ///
    /// - Parameters:
    ///   - source: The address of the video.
    ///   - downloader: The downloader that fetches it.
    ///   - player: The player that shows it, if any.
    ///   - clock: The clock by which the video advances.
    ///   - tick: The time between two reports of progress.
    ///   - speed: How many seconds of the video pass in one second of the clock; more than 0. With
    ///     an infinite speed, the video is at its end at once.
    public init(
        source: URL,
        downloader: VideoDownloader,
        player: (any Player)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        tick: Duration = .milliseconds(100),
        speed: Double = 1
    ) {
        precondition(tick > .zero && speed > 0, "a video that is played moves on, in steps")
        machine = StateMachine(.willDownload(from: source))
        self.downloader = downloader
        self.player = player
        pace = Pace(clock: clock, tick: tick, speed: speed)
    }

    /// The state of the machine.
    public var state: VideoState { machine.state }

    /// The one button of the player.
    public var actionButton: VideoState.ActionButton { state.actionButton }

    /// The progress of the download or the playback, from 0 to 1; `nil` if it is not known.
    public var fraction: Double? { state.download?.fraction ?? state.playback?.progress }

    /// Asks for the video, for the first time or again.
    @discardableResult
    public func download() -> StateMachine<VideoState>.Outcome {
        machine.send(.download)
    }

    /// Sends the event of the action button.
    ///
    /// - Returns: The outcome; `nil` if the button has no event.
    @discardableResult
    public func tapActionButton() -> StateMachine<VideoState>.Outcome? {
        actionButton.event.map { machine.send($0) }
    }

    /// Moves to a part of the length, from 0 to 1.
    @discardableResult
    public func seek(to progress: Double) -> StateMachine<VideoState>.Outcome {
        machine.send(.seek(progress))
    }

    /// Cancels an unfinished or failed download, because the user leaves the screen.
    ///
    /// The partial file is removed.
    public func leave() {
        if state.download != nil || state.failureReason != nil { machine.send(.cancel) }
    }

    /// Downloads and plays, until a state is reached or the task that calls this is cancelled.
    ///
    /// When it returns there is no partial file, and no player is open.
    ///
    /// - Parameter isLast: Whether to end in this state; by default it ends in none.
    /// - Returns: The state in which it ended.
    /// - Throws: `MachineAlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(until isLast: ((VideoState) -> Bool)? = nil) async throws(MachineAlreadyRunning) -> VideoState {
        try await machine.run(until: isLast) { [self, downloader] activity, send in
            switch activity {
            case .partialFile(let source): await downloader.keepPartialFile(of: source)
            case .download(let source): await Self.download(from: source, with: downloader, send)
            case .playback(let file): await play(file)
            case .advancing: await advance()
            }
        }
    }

    private nonisolated static func download(
        from source: URL,
        with downloader: VideoDownloader,
        _ send: StateMachine<VideoState>.Sender
    ) async {
        // Only the latest progress waits: a busy machine need not handle each step.
        let (steps, progress) = AsyncStream.makeStream(
            of: VideoDownloader.Progress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        async let telling: Void = {
            for await step in steps { await send(.didReceive(bytes: step.received, of: step.expected)) }
        }()
        let result: Result<URL, VideoDownloadError>
        do throws(VideoDownloadError) {
            result = .success(try await downloader.download(from: source) { progress.yield($0) })
        } catch {
            result = .failure(error)
        }
        progress.finish()
        await telling
        switch result {
        case .success(let file):
            let outcome = await send(.didFinishDownload(file: file))
            // The download was cancelled in this moment, so the file is not wanted.
            if !outcome.isHandled { try? FileManager.default.removeItem(at: file) }
        case .failure(let error):
            await send(.didFailDownload(error.description))
        }
    }
}
