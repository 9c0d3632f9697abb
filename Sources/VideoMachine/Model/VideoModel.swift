public import Foundation
public import Observation
public import StateMachines

/// The view model of a video player, which downloads a video and plays it.
///
/// ```swift
/// let model = VideoModel(source: source, downloader: VideoDownloader(destination: file))
/// Task { await model.run() }        // downloads and plays the video
///
/// model.download()                      // state is .downloading, then .playing
/// model.tapActionButton()               // state is .paused
/// model.leave()
/// ```
///
/// Every property that a view shows comes from the machine's state and can be observed.
@MainActor
@Observable
public final class VideoModel {
    /// The video's state machine.
    @ObservationIgnored
    public let machine: StateMachine<VideoState>

    /// The duration of the video that is open.
    public internal(set) var duration: Duration?

    /// Why the player failed to show the video, or `nil` if it did not fail.
    ///
    /// When the player fails, the model pauses the video.
    public internal(set) var playerProblem: String?

    @ObservationIgnored
    private let downloader: VideoDownloader

    @ObservationIgnored
    let player: (any Player)?

    @ObservationIgnored
    let pace: Pace

    /// The playback's speed and granularity.
    struct Pace: Sendable {
        let clock: any Clock<Duration>
        let tick: Duration
        let speed: Double
    }

    /// Creates a model that has not started the download.
    ///
    /// - Parameters:
    ///   - source: The video's address.
    ///   - downloader: The downloader that fetches the video.
    ///   - player: The player that shows the video, if any.
    ///   - clock: The clock that determines how the video advances.
    ///   - tick: The time between two progress reports.
    ///   - speed: The number of seconds of the video per second of the clock, which must be more
    ///     than 0. With an infinite speed, the video reaches its end immediately.
    public init(
        source: URL,
        downloader: VideoDownloader,
        player: (any Player)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        tick: Duration = .milliseconds(100),
        speed: Double = 1
    ) {
        precondition(tick > .zero && speed > 0, "the tick and the speed must be positive")
        machine = StateMachine(.willDownload(from: source))
        self.downloader = downloader
        self.player = player
        pace = Pace(clock: clock, tick: tick, speed: speed)
    }

    /// The machine's current state.
    public var state: VideoState { machine.state }

    /// The player's action button.
    public var actionButton: VideoState.ActionButton { state.actionButton }

    /// The progress of the download or the playback, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double? { state.download?.fraction ?? state.playback?.progress }

    /// Starts the download for the first time or again.
    @discardableResult
    public func download() -> StateMachine<VideoState>.Outcome {
        machine.send(.download)
    }

    /// Sends the action button's event.
    ///
    /// - Returns: The outcome, or `nil` if the button has no event.
    @discardableResult
    public func tapActionButton() -> StateMachine<VideoState>.Outcome? {
        actionButton.event.map { machine.send($0) }
    }

    /// Moves to a position in the video, from 0 for the beginning to 1 for the end.
    @discardableResult
    public func seek(to progress: Double) -> StateMachine<VideoState>.Outcome {
        machine.send(.seek(progress))
    }

    /// Cancels an unfinished or failed download.
    ///
    /// Call this method when the user leaves the screen. It also removes the partial file.
    public func leave() {
        if state.download != nil || state.failureReason != nil { machine.send(.cancel) }
    }

    /// Downloads and plays the video until the machine reaches a given state or the task is
    /// cancelled.
    ///
    /// When this method returns, the partial file has been removed and no player is open.
    ///
    /// - Parameter isLast: A closure that receives a state and returns whether the run ends in that
    ///   state. By default, the run ends only when its task is cancelled.
    /// - Returns: The state in which the run ended.
    @discardableResult
    public func run(until isLast: ((VideoState) -> Bool)? = nil) async -> VideoState {
        await machine.run(until: isLast) { [self, downloader] activity, send in
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
        // Only the latest progress is buffered, so a busy machine can skip steps.
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
            // The download was cancelled at the last moment, so the file is no longer needed.
            if !outcome.isHandled { try? FileManager.default.removeItem(at: file) }
        case .failure(let error):
            await send(.didFailDownload(error.description))
        }
    }
}
