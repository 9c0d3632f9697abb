import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing
import VideoMachine

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoModelTests {
    private func model(_ studio: Studio, clock: any Clock<Duration> = ManualClock(), speed: Double = 1) -> VideoModel {
        VideoModel(source: studio.source, downloader: studio.downloader(), clock: clock, speed: speed)
    }

    /// What the machine did, apart from progress.
    private func journal(of model: VideoModel) -> Journal<String> {
        let journal = Journal<String>()
        model.machine.onTransition { transition in
            switch transition.event {
            case .didReceive, .didProgress: break
            default: journal.note("\(transition.event)".prefix { $0 != "(" }.description)
            }
        }
        return journal
    }

    @Test func `a video is downloaded, played to its end, and played again from its beginning`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock)
            let journal = journal(of: model)
            model.download()
            #expect(model.actionButton == .cancel)
            let run = Task { await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 })
            // Another task than the one that waits on the clock reads the duration.
            #expect(await eventually { model.duration == .seconds(3) })
            for _ in 0..<15 { await tick(clock) }
            #expect(abs((model.fraction ?? 0) - 0.5) < 1e-6)
            for _ in 0..<14 { await tick(clock) }
            clock.advance(by: .milliseconds(100))
            #expect(await eventually { model.state.playback?.isAtEnd == true })
            #expect(model.actionButton == .play)
            model.tapActionButton()
            #expect(model.fraction == 0)
            #expect(await eventually { clock.sleeperCount == 1 })
            #expect(journal.entries == ["download", "didFinishDownload", "didPlayToEnd", "play"])
            run.cancel()
            _ = await run.result
            #expect(clock.sleeperCount == 0)
            #expect(studio.files == ["ocean.mov"])
        }
    }

    /// Advances the clock by a tenth of a second, and waits until the video has advanced.
    private func tick(_ clock: ManualClock) async {
        clock.advance(by: .milliseconds(100))
        #expect(await eventually { clock.sleeperCount == 1 })
    }

    @Test func `time that passes during a pause does not count, and seeking works while playing and paused`()
        async throws
    {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock)
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 })
            await tick(clock)
            model.tapActionButton()
            let progress = model.fraction
            #expect(await eventually { clock.sleeperCount == 0 })
            clock.advance(by: .seconds(100))
            #expect(model.fraction == progress)
            model.seek(to: 0.25)
            model.tapActionButton()
            #expect(await eventually { clock.sleeperCount == 1 })
            model.seek(to: 0.5)
            await tick(clock)
            #expect(abs((model.fraction ?? 0) - (0.5 + 0.1 / 3)) < 1e-6)
            #expect(!model.seek(to: 2).isHandled)
            run.cancel()
            _ = await run.result
        }
    }

    @Test func `the fraction is that of the download, and then that of the playback`() async throws {
        try await withStudio { studio in
            let model = model(studio)
            #expect(model.fraction == nil)
            model.download()
            model.machine.send(.didReceive(bytes: 5, of: 20))
            #expect(model.fraction == 0.25)
            model.machine.send(.didFinishDownload(file: studio.destination))
            #expect(model.fraction == 0)
            model.seek(to: 0.5)
            #expect(model.fraction == 0.5)
        }
    }

    @Test func `a view of any one property of the state is notified of its changes`() async throws {
        let source = try #require(URL(string: "http://127.0.0.1/ocean.mov"))
        let model = VideoModel(source: source, downloader: VideoDownloader(destination: .temporaryDirectory))
        let derived: [PartialKeyPath<VideoModel>] = [\.state, \.actionButton, \.fraction]
        func notified(by change: () -> Void) async -> [PartialKeyPath<VideoModel>] {
            await notifiedProperties(among: [\.duration, \.playerProblem] + derived, of: model, by: change)
        }
        #expect(await notified { model.download() } == derived)
        #expect(await notified { model.machine.send(.didReceive(bytes: 5, of: 20)) } == derived)
        #expect(await notified { model.leave() } == derived)
    }

    @Test func `the last step is as short as the rest of the video`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock)
            model.download()
            let run = Task { await model.run(until: { $0.playback?.isAtEnd == true }) }
            #expect(await eventually { clock.sleeperCount == 1 })
            model.tapActionButton()
            #expect(await eventually { clock.sleeperCount == 0 })
            model.seek(to: 0.99)
            model.tapActionButton()
            #expect(await eventually { clock.sleeperCount == 1 })
            // A hundredth of three seconds is left, and the usual step is a tenth of a second.
            clock.advance(by: .milliseconds(31))
            #expect(await eventually { model.state.playback?.isAtEnd == true })
            run.cancel()
            _ = await run.result
        }
    }

    @Test func `a faster video is over sooner`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock, speed: 60)
            model.download()
            let run = Task { await model.run(until: { $0.playback?.isAtEnd == true }) }
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .milliseconds(50))
            #expect(await eventually { model.state.playback?.isAtEnd == true })
            run.cancel()
            let last = await run.value
            #expect(last == model.state)
        }
    }

    @Test func `a video of infinite speed is at its end at once`() async throws {
        try await withStudio { studio in
            let model = model(studio, speed: .infinity)
            model.download()
            let last = await model.run(until: { $0.playback != nil && $0.playback?.isAtEnd != false })
            #expect(last.playback?.progress == 1)
        }
    }

    /// A file that says that it has 2^64 - 3 seconds.
    private static let endless: [UInt8] = {
        let numbers: [UInt8] = [1, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 0, 0, 1]
        let header = numbers + Array(repeating: 255, count: 7) + [253]
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(contents.count + 8)] + type.utf8 + contents
        }
        return box("mdat", []) + box("moov", box("mvhd", header))
    }()

    @Test(arguments: [0.01, 1, 1e300, .infinity])
    func `a length without a reasonable bound is played like any other`(speed: Double) async throws {
        let video = StoredResource(Self.endless, contentType: "video/mp4")
        try await withStudio(video: video) { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock, speed: speed)
            model.download()
            let run = Task { await model.run(until: { $0.playback?.isAtEnd == true }) }
            let isPlaying = await eventually { clock.sleeperCount == 1 || model.state.playback?.isAtEnd == true }
            try #require(isPlaying, "\(model.state)")
            clock.advance(by: .seconds(1))
            if speed > 1 {
                #expect(await run.value.playback?.isAtEnd == true)
            } else {
                try #require(await eventually { clock.sleeperCount == 1 })
                #expect(model.state.playback?.isAtEnd == false)
                run.cancel()
                _ = await run.result
            }
        }
    }
}
