import Foundation
import StateMachines

extension VideoModel {
    /// Keeps a file open in the player until the task is cancelled.
    nonisolated func play(_ file: URL) async {
        let video = try? VideoFile(contentsOf: file)
        await open(duration: video?.duration)
        guard let player else { return }
        do {
            try await player.open(file)
        } catch {
            await fail("\(error)")
        }
        while let problem = await player.waitForFailure() { await fail(problem) }
        await player.close()
    }

    /// Pauses a video that the player does not show.
    private func fail(_ problem: String) {
        guard !Task.isCancelled else { return }
        playerProblem = problem
        if case .playing = state { machine.send(.pause) }
    }

    /// Advances the video until it is at its end or the task is cancelled.
    nonisolated func advance() async {
        await player?.resume(from: state.playback?.progress ?? 0)
        await advance(by: pace.clock)
        await player?.suspend(at: state.playback?.progress ?? 0)
    }

    private nonisolated func advance<C: Clock<Duration>>(by clock: C) async {
        guard let file = await state.playback?.file, let video = try? VideoFile(contentsOf: file) else {
            // A file that is gone is at its end.
            return await move(by: 1)
        }
        let length = video.duration / .seconds(1)
        let tick = pace.tick / .seconds(1)
        var then = clock.now
        while let progress = await progress {
            // As numbers, since a duration with a crafted length would overflow when multiplied.
            let rest = length * (1 - progress) / pace.speed
            let pause = rest < tick ? Duration.seconds(rest) : pace.tick
            guard (try? await clock.sleep(until: then.advanced(by: pause), tolerance: nil)) != nil else { return }
            let now = clock.now
            // A remaining part that takes no time is over, even if the clock stands still.
            await move(by: pause > .zero ? then.duration(to: now) / .seconds(1) * pace.speed / length : 1)
            then = now
        }
    }

    /// How far the video has come, as long as it runs.
    private var progress: Double? {
        // Tasks are cancelled on this actor, within the transition, so this check cannot be
        // overtaken.
        guard !Task.isCancelled, case .playing(let playback) = state else { return nil }
        return playback.progress
    }

    /// Advances by a part of the length, from the present progress.
    private func move(by part: Double) {
        guard let progress else { return }
        let isOver = progress + part > 1 - 1e-9
        machine.send(isOver ? .didPlayToEnd : .didProgress(progress + part))
    }

    /// Shows what a file is that the player opens, before the player has had a problem with it.
    private func open(duration: Duration?) {
        guard !Task.isCancelled else { return }
        self.duration = duration
        playerProblem = nil
    }
}
