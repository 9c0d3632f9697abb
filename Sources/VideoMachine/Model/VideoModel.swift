public import Foundation
public import Observation
public import StateMachines

/// The model of a video player: downloads a video, plays it, and tells a view what to show.
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

    /// How long the video is that is being played.
    public internal(set) var duration: Duration?

    /// Why the player did not show the video, if it did not; the video is paused then.
    public internal(set) var playerProblem: String?

    @ObservationIgnored
    private let downloader: VideoDownloader

    @ObservationIgnored
    let player: (any VideoPlayer)?

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
    ///   - source: Where the video is.
    ///   - downloader: What fetches it.
    ///   - player: What shows it; nothing, unless given.
    ///   - clock: By which the video advances.
    ///   - tick: How often it says so.
    ///   - speed: How many seconds of the video pass in one of the clock; more than 0. An infinite speed is at the end at once.
    public init(
        source: URL,
        downloader: VideoDownloader,
        player: (any VideoPlayer)? = nil,
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

    /// What is going on.
    public var state: VideoState { machine.state }

    /// The one button of the player.
    public var actionButton: VideoState.ActionButton { state.actionButton }

    /// Which part of the work there is, downloading or playing, is done, from 0 to 1; `nil` where that is not known.
    public var fraction: Double? { state.download?.fraction ?? state.playback?.progress }

    /// Asks for the video, for the first time or again.
    @discardableResult
    public func download() -> StateMachine<VideoState>.Outcome {
        machine.send(.download)
    }

    /// Does what the button says.
    ///
    /// - Returns: What became of it; `nil` where the button does nothing.
    @discardableResult
    public func tapActionButton() -> StateMachine<VideoState>.Outcome? {
        actionButton.event.map { machine.send($0) }
    }

    /// Moves to a part of the length, from 0 to 1.
    @discardableResult
    public func seek(to progress: Double) -> StateMachine<VideoState>.Outcome {
        machine.send(.seek(progress))
    }

    /// Gives up what has not come to its end: the user leaves the screen.
    ///
    /// What was downloaded in part is removed.
    public func leave() {
        if state.download != nil || state.failureReason != nil { machine.send(.cancel) }
    }

    /// Downloads and plays, until a state is reached or the task that calls this is cancelled.
    ///
    /// When it returns there is no partial file, and no player is open.
    ///
    /// - Parameter isLast: Whether to end in this state; never, unless given.
    /// - Returns: The state with which it ended.
    /// - Throws: `AlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(until isLast: ((VideoState) -> Bool)? = nil) async throws(AlreadyRunning) -> VideoState {
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
        // Of the progress only the latest counts: a machine that is busy is not told each step.
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
            // Whoever has given the download up in this very moment does not want the file.
            if !outcome.isHandled { try? FileManager.default.removeItem(at: file) }
        case .failure(let error):
            await send(.didFailDownload(error.description))
        }
    }
}
