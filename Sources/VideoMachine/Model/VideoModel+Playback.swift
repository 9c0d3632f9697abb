import Foundation
import StateMachines

extension VideoModel {
    /// Keeps a file open in the player until the task is cancelled.
    nonisolated func play(_ file: URL) async {
        let video = try? VideoFile(contentsOf: file)
        await show(duration: video?.duration, problem: nil)
        guard let player else { return }
        do {
            try await player.open(file)
        } catch {
            await fail("\(error)")
        }
        while let problem = await player.waitForFailure() { await fail(problem) }
        await player.close()
    }

    /// Holds a video that nobody shows: it has not been seen.
    private func fail(_ problem: String) {
        guard !Task.isCancelled else { return }
        playerProblem = problem
        if case .playing = state { machine.send(.pause) }
    }

    /// Lets the video run until it is at its end or the task is cancelled.
    nonisolated func advance() async {
        await player?.resume(from: state.playback?.progress ?? 0)
        await advance(by: pace.clock)
        await player?.suspend(at: state.playback?.progress ?? 0)
    }

    private nonisolated func advance<C: Clock<Duration>>(by clock: C) async {
        guard let file = await state.playback?.file, let video = try? VideoFile(contentsOf: file) else {
            // Of a file that is gone there is nothing to play.
            return await move(by: 1)
        }
        let length = video.duration / .seconds(1)
        let tick = pace.tick / .seconds(1)
        var then = clock.now
        while let progress = await progress {
            // As numbers, since a crafted length has more seconds than a duration can be multiplied by.
            let rest = length * (1 - progress) / pace.speed
            let pause = rest < tick ? Duration.seconds(rest) : pace.tick
            guard (try? await clock.sleep(until: then.advanced(by: pause), tolerance: nil)) != nil else { return }
            let now = clock.now
            // A rest that takes no time is over, even if the clock stands still.
            await move(by: pause > .zero ? then.duration(to: now) / .seconds(1) * pace.speed / length : 1)
            then = now
        }
    }

    /// How far the video has come, as long as it runs.
    private var progress: Double? {
        // A task is cancelled on this actor, in the middle of the transition: this one has not been, or will not run.
        guard !Task.isCancelled, case .playing(let playback) = state else { return nil }
        return playback.progress
    }

    /// Moves on by a part of the length, from wherever the video is by now.
    private func move(by part: Double) {
        guard let progress else { return }
        let isOver = progress + part > 1 - 1e-9
        machine.send(isOver ? .didPlayToEnd : .didProgress(progress + part))
    }

    private func show(duration: Duration?, problem: String?) {
        guard !Task.isCancelled else { return }
        self.duration = duration
        playerProblem = problem
    }
}
