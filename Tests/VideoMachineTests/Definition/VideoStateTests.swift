import Foundation
import StateMachineTestSupport
import StateMachines
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct VideoStateTests {
    static let source = URL(filePath: "/source.mp4")
    static let file = URL(filePath: "/file.mp4")

    static let waiting = VideoState.willDownload(from: source)
    static let failed = VideoState.failed(from: source, reason: "first")
    static let downloading = after(waiting, .download)
    static let half = after(waiting, .download, .didReceive(bytes: 50, of: 100))
    static let playing = after(half, .didFinishDownload(file: file), .didProgress(0.25))
    static let paused = after(playing, .pause)
    static let ended = after(playing, .didPlayToEnd)

    /// The state that some events lead to.
    static func after(_ state: VideoState, _ events: VideoState.Event...) -> VideoState {
        events.reduce(into: state) { state, event in
            do { try state.handleEvent(event) } catch { Issue.record("\(state) does not handle \(event)") }
        }
    }

    /// Every event, with numbers that are valid.
    static let events: [VideoState.Event] = [
        .download, .didReceive(bytes: 75, of: 100), .didFinishDownload(file: file), .didFailDownload("lost"), .cancel,
        .play, .pause, .didProgress(0.5), .seek(0.75), .didPlayToEnd,
    ]

    static let handled: [Pair<VideoState>] = [
        Pair(waiting, .download, downloading, enters: [.partialFile(source), .download(source)]),

        Pair(downloading, .didReceive(bytes: 75, of: 100), after(downloading, .didReceive(bytes: 75, of: 100))),
        Pair(
            downloading,
            .didFinishDownload(file: file),
            .playing(VideoState.PlaybackState(file: file)),
            exits: [.download(source), .partialFile(source)],
            enters: [.playback(file: file), .advancing]
        ),
        Pair(
            downloading,
            .didFailDownload("lost"),
            .failed(from: source, reason: "lost"),
            exits: [.download(source)]
        ),
        Pair(downloading, .cancel, waiting, exits: [.download(source), .partialFile(source)]),

        Pair(failed, .download, downloading, enters: [.download(source)]),
        Pair(failed, .cancel, waiting, exits: [.partialFile(source)]),

        Pair(playing, .pause, paused, exits: [.advancing]),
        Pair(playing, .didProgress(0.5), after(playing, .seek(0.5))),
        Pair(playing, .seek(0.75), after(playing, .didProgress(0.75))),
        Pair(playing, .didPlayToEnd, ended, exits: [.advancing]),

        Pair(paused, .play, playing, enters: [.advancing]),
        Pair(paused, .seek(0.75), after(playing, .seek(0.75), .pause)),

        Pair(ended, .play, after(playing, .seek(0)), enters: [.advancing]),
        Pair(ended, .seek(0.75), after(playing, .seek(0.75), .pause)),
    ]

    static let pairs: [Pair<VideoState>] = [waiting, downloading, failed, playing, paused, ended].flatMap { state in
        events.map { event in
            handled.first { $0.state == state && $0.event == event } ?? Pair(state, event)
        }
    }

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<VideoState>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 6, events: 10)
        #expect(Self.pairs.count(where: { $0.successor != nil }) == Self.handled.count)
    }

    @Test(arguments: [
        VideoState.Event.didReceive(bytes: -1, of: 100), .didReceive(bytes: 1, of: -100),
        .didReceive(bytes: .min, of: nil),
    ])
    func `negative byte counts are invalid`(event: VideoState.Event) {
        Pair(Self.half, event).check()
        #expect(Self.half.rejection(of: event) == .negativeCount)
        #expect(Self.paused.rejection(of: event) == .invalid)
    }

    @Test(arguments: [-0.001, 1.001, .nan, .infinity, -.infinity] as [Double])
    func `a progress outside 0...1, or no number, is invalid`(progress: Double) throws {
        let pairs: [(VideoState, VideoState.Event, VideoState.Refusal)] = [
            (Self.playing, .didProgress(progress), .outOfRange), (Self.playing, .seek(progress), .outOfRange),
            (Self.paused, .seek(progress), .outOfRange), (Self.paused, .didProgress(progress), .invalid),
        ]
        for (state, event, reason) in pairs {
            var changed = state
            #expect(throws: reason) { try changed.handleEvent(event) }
            #expect(changed == state)
        }
    }

    @Test(arguments: [0, -0.0, 1, .leastNonzeroMagnitude] as [Double])
    func `the ends of 0...1 are valid`(progress: Double) {
        #expect(Self.after(Self.playing, .seek(progress)).playback?.progress == progress)
        #expect(Self.after(Self.paused, .seek(progress)).playback?.progress == progress)
    }

    @Test func `a download knows its totals and its fraction`() throws {
        #expect(Self.downloading.download == VideoState.Download(from: Self.source))
        #expect(Self.downloading.download?.fraction == nil)
        let half = try #require(Self.half.download)
        #expect(half.received == 50)
        #expect(half.expected == 100)
        #expect(half.fraction == 0.5)
        #expect(half.source == Self.source)
        #expect(Self.after(Self.half, .didReceive(bytes: 60, of: nil)).download?.fraction == nil)
        #expect(Self.after(Self.half, .didReceive(bytes: 0, of: 0)).download?.fraction == 1)
        #expect(Self.after(Self.half, .didReceive(bytes: 300, of: 100)).download?.fraction == 1)
    }

    @Test func `what a view reads of a state`() {
        #expect(
            [Self.waiting, Self.half, Self.playing, Self.paused, Self.failed].map(\.actionButton)
                == [.wait, .cancel, .pause, .play, .retry]
        )
        #expect(
            [Self.waiting, Self.half, Self.playing, Self.paused, Self.failed].map { $0.download != nil }
                == [false, true, false, false, false]
        )
        #expect(Self.playing.playback?.file == Self.file)
        #expect(Self.paused.playback?.progress == 0.25)
        #expect(Self.half.playback == nil)
        #expect(Self.failed.failureReason == "first")
        #expect(Self.waiting.failureReason == nil)
    }

    @Test(arguments: VideoState.ActionButton.allCases)
    func `the event of a button is handled where the button is shown`(button: VideoState.ActionButton) throws {
        for state in [Self.waiting, Self.half, Self.playing, Self.paused, Self.ended, Self.failed]
        where state.actionButton == button {
            guard let event = button.event else { continue }
            var changed = state
            #expect(throws: Never.self) { try changed.handleEvent(event) }
        }
    }
}
