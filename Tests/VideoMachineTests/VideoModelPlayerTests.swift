import ExampleSupport
import Foundation
import StateMachineGraphs
import StateMachineTesting
import StateMachines
import TestSupport
import Testing
import VideoMachine

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoModelPlayerTests {
    /// Advances the clock by a tenth of a second, and waits until the video has advanced.
    private func tick(_ clock: ManualClock) async {
        clock.advance(by: .milliseconds(100))
        #expect(await eventually { clock.sleeperCount == 1 })
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

    @Test func `a video that its player does not open is paused, with the reason`() async throws {
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

/// A player that records its calls.
private struct NotingPlayer: VideoModel.Player {
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
