import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing
import VideoMachine

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoModelPlayerTests {
    private func model(of studio: Studio, with player: some VideoModel.Player, _ clock: ManualClock) -> VideoModel {
        VideoModel(source: studio.source, downloader: studio.downloader(), player: player, clock: clock)
    }

    /// Advances the clock by a tenth of a second, and waits until the video has advanced.
    private func tick(_ clock: ManualClock) async {
        clock.advance(by: .milliseconds(100))
        #expect(await eventually { clock.sleeperCount == 1 })
    }

    @Test func `the player is open during a pause, and runs while the video does`() async throws {
        try await withStudio { studio in
            let player = QuietPlayer()
            let clock = ManualClock()
            let model = model(of: studio, with: player, clock)
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 && player.notes.entries.count == 2 })
            #expect(Set(player.notes.entries) == ["open ocean.mov", "resume 0.0"])
            await tick(clock)
            model.tapActionButton()
            let progress = try #require(model.state.playback?.progress)
            #expect(progress > 0)
            #expect(await eventually { player.notes.entries.last == "suspend \(progress)" })
            model.seek(to: 0.5)
            model.tapActionButton()
            #expect(await eventually { player.notes.entries.last == "resume 0.5" })
            run.cancel()
            _ = await run.result
            #expect(Set(player.notes.entries.suffix(2)) == ["suspend 0.5", "close"])
        }
    }

    /// What the clock says between two reports is not reported after the pause.
    @Test func `a pause ends the reports at once`() async throws {
        try await withStudio { studio in
            let player = QuietPlayer()
            let clock = ManualClock()
            let model = model(of: studio, with: player, clock)
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { clock.sleeperCount == 1 && player.notes.entries.count == 2 })
            clock.advance(by: .milliseconds(100))
            model.tapActionButton()
            model.tapActionButton()
            #expect(await eventually { clock.sleeperCount == 1 && player.notes.entries.count == 4 })
            #expect(Set(player.notes.entries.suffix(2)) == ["suspend 0.0", "resume 0.0"])
            #expect(model.state.playback?.progress == 0)
            run.cancel()
            _ = await run.result
        }
    }

    @Test func `a player that is closed while it opens a file has no problem`() async throws {
        try await withStudio { studio in
            let player = SlowPlayer()
            let model = model(of: studio, with: player, ManualClock())
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { player.notes.entries.contains("open ocean.mov") })
            run.cancel()
            _ = await run.result
            #expect(player.notes.entries.last == "close")
            #expect(model.playerProblem == nil)
        }
    }

    @Test func `a video that its player does not open is paused, with the reason, until it opens it`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let player = NotingPlayer(problem: "no screen")
            let model = model(of: studio, with: player, clock)
            model.download()
            let run = Task { await model.run() }
            #expect(await eventually { model.playerProblem == "no screen" && clock.sleeperCount == 0 })
            #expect(model.fraction == 0)
            #expect(ValueName(of: model.state).path == ["paused"])
            run.cancel()
            _ = await run.result

            player.problem.withLock { $0 = nil }
            let nextRun = Task { await model.run() }
            #expect(await eventually { model.playerProblem == nil })
            nextRun.cancel()
            _ = await nextRun.result
        }
    }

    @Test func `a view of the duration or of the problem is notified of its changes`() async throws {
        try await withStudio { studio in
            let model = model(of: studio, with: NotingPlayer(problem: "no screen"), ManualClock())
            let properties: [PartialKeyPath<VideoModel>] = [\.duration, \.playerProblem]
            model.download()
            let run = Task { await model.run() }
            let notified = await notifiedProperties(among: properties, of: model) {
                #expect(await eventually { model.playerProblem != nil })
            }
            #expect(notified == properties && model.duration == .seconds(3))
            run.cancel()
            _ = await run.result
        }
    }

    @Test func `a player that fails while it plays pauses the video, and may be run again`() async throws {
        try await withStudio { studio in
            let clock = ManualClock()
            let (failures, failure) = AsyncStream.makeStream(of: String.self)
            let player = NotingPlayer(failures: failures)
            let model = model(of: studio, with: player, clock)
            model.download()
            let run = Task { await model.run() }
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
            // The task that advanced may still have been on its way to the player.
            #expect(player.notes.entries.count { $0 == "close" } == 1)
        }
    }
}

/// A player that records its calls, and never fails.
private struct QuietPlayer: VideoModel.Player {
    let notes = Journal<String>()

    func open(_ file: URL) async { notes.note("open \(file.lastPathComponent)") }
    func resume(from progress: Double) async { notes.note("resume \(progress)") }
    func suspend(at progress: Double) async { notes.note("suspend \(progress)") }
    func close() async { notes.note("close") }
}

/// A player that opens a file for as long as it may.
private struct SlowPlayer: VideoModel.Player {
    let notes = Journal<String>()

    func open(_ file: URL) async throws {
        notes.note("open \(file.lastPathComponent)")
        try await Task.sleep(for: .seconds(3600))
    }
    func resume(from progress: Double) async {}
    func suspend(at progress: Double) async {}
    func close() async { notes.note("close") }
}

/// A player that records its calls, and fails.
private final class NotingPlayer: VideoModel.Player {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let notes = Journal<String>()
    let problem: Locked<String?>
    let failures: AsyncStream<String>?

    init(problem: String? = nil, failures: AsyncStream<String>? = nil) {
        self.problem = Locked(problem)
        self.failures = failures
    }

    func open(_ file: URL) async throws {
        notes.note("open \(file.lastPathComponent)")
        if let problem = problem.withLock(\.self) { throw Problem(description: problem) }
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
