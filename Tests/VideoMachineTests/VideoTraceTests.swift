import StateMachineExampleProperties
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing
import VideoMachine

/// What can be seen of a model, its service and its folder.
private struct Screen: Hashable, CustomStringConvertible {
    let state: String

    /// Whether the whole video is in the folder.
    let hasVideo: Bool

    /// Whether the folder has files that are not needed any more.
    let hasLeftovers: Bool

    /// How many requests the service answers.
    let requests: Int

    /// Whether the video runs: it waits on the clock.
    let isRunning: Bool

    var description: String {
        "\(state), video: \(hasVideo), left: \(hasLeftovers), asks: \(requests), runs: \(isRunning)"
    }
}

extension Screen {
    /// What has to be seen in a state.
    init(of state: VideoState) {
        self.state = ValueName(of: state).path.joined(separator: ".")
        hasVideo = state.playback != nil
        hasLeftovers = false
        requests = state.download == nil ? 0 : 1
        isRunning = state.activities.contains(.advancing)
    }
}

/// A model that downloads and plays a video, and everything that can happen to it.
@MainActor
private final class VideoWorld: SystemUnderTest {
    let model: VideoModel
    let witness: DriverMonitor<VideoState>
    private let studio: Studio

    /// A piece of the video comes with each twentieth of a second.
    private let pieces: ManualClock

    /// What the video is played by.
    private let time = ManualClock()

    init(_ studio: Studio, pieces: ManualClock) {
        self.studio = studio
        self.pieces = pieces
        model = VideoModel(source: studio.source, downloader: studio.downloader(timeout: .seconds(600)), clock: time)
        witness = DriverMonitor(model.machine, properties: VideoState.properties)
    }

    func apply(_ event: VideoState.Event) async throws -> SystemOutcome {
        switch event {
        case .download where model.actionButton == .wait: return try SystemOutcome(model.download())
        case .seek(let progress): return try SystemOutcome(model.seek(to: progress))
        case .cancel where model.actionButton == .retry:
            return try await witness.accepts(event, after: { [model] in model.leave() })
        case .download, .cancel, .play, .pause:
            // The button sends the events that it can; the user interface has no way to send the
            // rest.
            guard model.actionButton.event == event, let outcome = model.tapActionButton() else {
                return try SystemOutcome(model.machine.send(event))
            }
            return try SystemOutcome(outcome)
        case .didReceive, .didFinishDownload, .didFailDownload, .didProgress, .didPlayToEnd:
            // Impossible events, and events that are not awaited, are sent directly.
            guard event.canHappen, TraceStep(from: model.state, event: event).isHandled else {
                return try SystemOutcome(model.machine.send(event))
            }
            return try await bringAbout(event)
        }
    }

    /// Has the service send, or break off, and lets time pass.
    private func bringAbout(_ event: VideoState.Event) async throws -> SystemOutcome {
        switch event {
        case .didReceive:
            // The first piece comes by itself.
            if (model.state.download?.received ?? 0) == 0 { return try await witness.accepts(event) }
            return try await witness.accepts(event, after: { [pieces] in pieces.advance(by: .milliseconds(50)) })
        case .didFinishDownload:
            return try await witness.accepts(event, urging: { [pieces] in pieces.advance(by: .seconds(60)) })
        case .didFailDownload:
            defer { try? studio.service.setFault(nil) }
            return try await witness.accepts(event, after: { [studio] in try studio.service.setFault(.refused) })
        case .didProgress:
            return try await witness.accepts(event, after: { [time] in time.advance(by: .milliseconds(100)) })
        case .didPlayToEnd:
            return try await witness.accepts(event, urging: { [time] in time.advance(by: .seconds(60)) })
        case .download, .cancel, .play, .pause, .seek: return .unknown
        }
    }

    /// Looks at the model at once, and at the rest when it has followed.
    func observe() async -> Screen {
        let expected = Screen(of: model.state)
        _ = await eventually { screen == expected }
        return screen
    }

    private var screen: Screen {
        let files = studio.files
        let mayHavePartialFile = model.state.download != nil || model.state.failureReason != nil
        return Screen(
            state: ValueName(of: model.state).path.joined(separator: "."),
            hasVideo: files.contains("ocean.mov"),
            hasLeftovers: !mayHavePartialFile && files.contains { $0 != "ocean.mov" },
            requests: studio.service.requestsInProgress,
            isRunning: time.sleeperCount > 0
        )
    }
}

extension VideoState.Event {
    /// Whether its numbers can be: some samples are there to be rejected.
    fileprivate var canHappen: Bool {
        switch self {
        case .didReceive(let bytes, _): bytes >= 0
        case .didProgress(let progress): (0...1).contains(progress)
        case .download, .didFinishDownload, .didFailDownload, .cancel, .play, .pause, .seek, .didPlayToEnd: true
        }
    }
}

/// The model, with a service that sends a video piece by piece and goes away, along generated
/// suites.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoTraceTests {
    /// A video that the user has moved to its end does not go on from there, but is over.
    private static func canHappen(_ state: VideoState, _ event: VideoState.Event) -> Bool {
        switch (state, event) {
        case (.playing(let playback), .didProgress): !playback.isAtEnd || !event.canHappen
        case (.willDownload, _), (.downloading, _), (.failed, _), (.paused, _), (.playing, _): true
        }
    }

    private func run(_ trace: Trace<VideoState>, _ coverage: TransitionCoverage<VideoState>) async throws {
        let pieces = ManualClock()
        try await withStudio(bytesPerSecond: 20_000, clock: pieces) { studio in
            let world = VideoWorld(studio, pieces: pieces)
            try await running({ await world.model.run() }) {
                try await trace.run(
                    on: world,
                    clock: ManualClock(),
                    expecting: Screen.init,
                    onStep: coverage.record
                )
            }
            #expect(studio.files.allSatisfy { $0 == "ocean.mov" })
            #expect(world.witness.complaints.isEmpty)
        }
    }

    @Test func `the model takes every path of the state machine`() async throws {
        let graph = try StateGraph(exploring: VideoState.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) {
            try await run(trace.keeping(Self.canHappen), coverage)
        }
        // `require` throws if a path was not taken, as `run` does if the model differs.
        for goal in TransitionCoverage<VideoState>.Goal.allCases { try coverage.require(goal) }
    }
}
