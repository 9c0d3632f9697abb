import StateMachineGraphs
import Foundation
import ExampleSupport
import StateMachineTesting
import StateMachines
import TestSupport
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
            let run = Task { try await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 })
            #expect(model.duration == .seconds(3))
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

    /// Lets a tenth of a second pass, and waits until the video has heard of it.
    private func tick(_ clock: ManualClock) async {
        clock.advance(by: .milliseconds(100))
        #expect(await eventually { clock.sleeperCount == 1 })
    }

    @Test func `time that passes during a pause does not count, and one can move during both`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock)
            model.download()
            let run = Task { try await model.run() }
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

    @Test func `a faster video is over sooner`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = model(studio, clock: clock, speed: 60)
            model.download()
            let run = Task { try await model.run(until: { $0.playback?.isAtEnd == true }) }
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .milliseconds(50))
            #expect(await eventually { model.state.playback?.isAtEnd == true })
            run.cancel()
            let last = try await run.value
            #expect(last == model.state)
        }
    }

    @Test func `a video of infinite speed is at its end at once`() async throws {
        try await withStudio { studio in
            let model = model(studio, speed: .infinity)
            model.download()
            let last = try await model.run(until: { $0.playback != nil && $0.playback?.isAtEnd != false })
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
            let run = Task { try await model.run(until: { $0.playback?.isAtEnd == true }) }
            let isPlaying = await eventually { clock.sleeperCount == 1 || model.state.playback?.isAtEnd == true }
            try #require(isPlaying, "\(model.state)")
            clock.advance(by: .seconds(1))
            if speed > 1 {
                #expect(try await run.value.playback?.isAtEnd == true)
            } else {
                try #require(await eventually { clock.sleeperCount == 1 })
                #expect(model.state.playback?.isAtEnd == false)
                run.cancel()
                _ = await run.result
            }
        }
    }

    @Test(arguments: VideoFault.allCases)
    func `each fault ends in the failed state with its partial file, and a retry plays the video`(
        fault: VideoFault
    ) async throws {
        try await withStudio(fault: fault) { studio in
            let timeout: Duration = fault == .timeout ? .seconds(2) : .seconds(60)
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(timeout: timeout),
                clock: ManualClock()
            )
            let expected = fault.expectedError(of: Studio.video, at: studio.source, timeout: timeout)
            model.download()
            let run = Task { try await model.run() }
            #expect(await eventually { model.state.download == nil })
            #expect(model.state.failureReason == expected?.description)
            if expected != nil {
                #expect(model.actionButton == .retry)
                let hasBytes = ![.notFound, .timeout, .refused].contains(fault)
                #expect(studio.files.count == (hasBytes ? 1 : 0))
                try studio.service.setFault(nil)
                model.tapActionButton()
            }
            #expect(await eventually { model.state.playback != nil })
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.files == ["ocean.mov"] })
            run.cancel()
            _ = await run.result
        }
    }

    @Test(arguments: [true, false])
    func `leaving removes what has come in, during the download and after a failure`(isFailed: Bool) async throws {
        try await withStudio(bytesPerSecond: isFailed ? nil : 500, fault: isFailed ? .disconnect : nil) { studio in
            let model = model(studio)
            let run = Task { try await model.run() }
            model.download()
            if isFailed {
                #expect(await eventually { model.state.failureReason != nil })
            } else {
                #expect(await eventually { (model.state.download?.received ?? 0) > 0 })
            }
            #expect(studio.files.count == 1)
            model.leave()
            #expect(model.state == .willDownload(from: studio.source))
            #expect(await eventually { studio.files == [] })
            run.cancel()
            _ = await run.result
        }
    }

    @Test(arguments: [true, false])
    func `a run that is cancelled leaves no partial file when it returns`(isFailed: Bool) async throws {
        try await withStudio(bytesPerSecond: isFailed ? nil : 500, fault: isFailed ? .disconnect : nil) { studio in
            let model = model(studio)
            let run = Task { try await model.run() }
            model.download()
            #expect(await eventually { studio.files.count == 1 })
            if isFailed { #expect(await eventually { model.state.failureReason != nil }) }
            run.cancel()
            _ = await run.result
            #expect(studio.files == [])
        }
    }

    @Test func `downloads that are given up and begun again at any moment leave one whole file`() async throws {
        try await withStudio { studio in
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SeededGenerator(seed: seed)
            let model = model(studio)
            let run = Task { try await model.run() }
            for _ in 0..<(ProcessEnvironment.integer("RANDOM_RUNS") ?? 20) * 5 where model.state.playback == nil {
                model.download()
                // Anything from "not sent yet" to "nearly there".
                for _ in 0..<Int.random(in: 0...30, using: &generator) { await Task.yield() }
                if generator.chance(1, in: 4) { try await Task.sleep(for: .microseconds(300)) }
                model.leave()
            }
            if model.state.playback == nil { model.download() }
            #expect(await eventually { model.state.playback != nil }, "seed \(seed)")
            #expect(try Array(Data(contentsOf: studio.destination)) == Studio.video.bytes)
            #expect(await eventually { studio.files == ["ocean.mov"] }, "seed \(seed)")
            run.cancel()
            _ = await run.result
            #expect(studio.files == ["ocean.mov"])
        }
    }

    @Test func `the player is open during a pause, and runs while the video does`() async throws {
        try await withStudio { studio in
            let player = NotingPlayer()
            let clock = ManualClock()
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(),
                player: player,
                clock: clock
            )
            model.download()
            let run = Task { try await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 && player.notes.entries.count == 2 })
            #expect(Set(player.notes.entries) == ["open ocean.mov", "resume 0.0"])
            await tick(clock)
            model.tapActionButton()
            #expect(await eventually { player.notes.entries.last == "suspend" })
            model.seek(to: 0.5)
            model.tapActionButton()
            #expect(await eventually { player.notes.entries.last == "resume 0.5" })
            run.cancel()
            _ = await run.result
            #expect(Set(player.notes.entries.suffix(2)) == ["suspend", "close"])
        }
    }

    @Test func `a video that its player does not open is paused, and why is told`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(),
                player: NotingPlayer(problem: "no screen"),
                clock: clock
            )
            model.download()
            let run = Task { try await model.run() }
            #expect(await eventually { model.playerProblem == "no screen" && clock.sleeperCount == 0 })
            #expect(model.fraction == 0)
            #expect(ValueName(of: model.state).path == ["paused"])
            run.cancel()
            _ = await run.result
        }
    }
}

extension VideoModelTests {
    @Test func `a player that fails while it plays pauses the video, and may be run again`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let (failures, failure) = AsyncStream.makeStream(of: String.self)
            let player = NotingPlayer(failures: failures)
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(),
                player: player,
                clock: clock
            )
            model.download()
            let run = Task { try await model.run() }
            for problem in ["the lamp is broken", "the lamp is still broken"] {
                #expect(await eventually { clock.sleeperCount == 1 })
                failure.yield(problem)
                #expect(await eventually { model.playerProblem == problem && clock.sleeperCount == 0 })
                #expect(model.state.activities.count == 1)
                model.tapActionButton()
            }
            #expect(await eventually { clock.sleeperCount == 1 })
            // During a pause there is nothing to hold.
            model.tapActionButton()
            failure.yield("the lamp is gone")
            #expect(await eventually { model.playerProblem == "the lamp is gone" })
            run.cancel()
            _ = await run.result
            #expect(player.notes.entries.last == "close")
        }
    }
}

/// A player that notes what it is told.
private struct NotingPlayer: VideoPlayer {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let notes = Journal<String>()
    var problem: String?
    var failures: AsyncStream<String>?

    func open(_ file: URL) async throws {
        notes.note("open \(file.lastPathComponent)")
        if let problem { throw Problem(description: problem) }
    }
    func resume(from progress: Double) async { notes.note("resume \(progress)") }
    func suspend(at progress: Double) async { notes.note("suspend") }
    func close() async { notes.note("close") }
    func waitForFailure() async -> String? {
        guard let failures else {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            return nil
        }
        var iterator = failures.makeAsyncIterator()
        return await iterator.next()
    }
}
