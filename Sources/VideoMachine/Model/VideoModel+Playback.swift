import Foundation
import StateMachines

extension VideoModel {
    /// Opens a file in the player and keeps it open until the task is cancelled.
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

    /// Pauses the video because the player cannot show it.
    private func fail(_ problem: String) {
        guard !Task.isCancelled else { return }
        playerProblem = problem
        if case .playing = state { machine.send(.pause) }
    }

    /// Advances the video until it reaches its end or the task is cancelled.
    nonisolated func advance() async {
        await player?.resume(from: state.playback?.progress ?? 0)
        await advance(by: pace.clock)
        await player?.suspend(at: state.playback?.progress ?? 0)
    }

    private nonisolated func advance<C: Clock<Duration>>(by clock: C) async {
        guard let file = await state.playback?.file, let video = try? VideoFile(contentsOf: file) else {
            // If the file no longer exists, move to the end.
            return await move(by: 1)
        }
        let length = video.duration / .seconds(1)
        let tick = pace.tick / .seconds(1)
        var then = clock.now
        while let progress = await progress {
            // Use floating-point numbers, because multiplying the duration of a malicious file
            // could overflow.
            let rest = length * (1 - progress) / pace.speed
            let pause = rest < tick ? Duration.seconds(rest) : pace.tick
            guard (try? await clock.sleep(until: then.advanced(by: pause), tolerance: nil)) != nil else { return }
            let now = clock.now
            // If the remaining part takes no time, move to the end even if the clock does not
            // advance.
            await move(by: pause > .zero ? then.duration(to: now) / .seconds(1) * pace.speed / length : 1)
            then = now
        }
    }

    /// The progress of the video while it plays.
    private var progress: Double? {
        // The machine cancels tasks on this actor during the transition, so no cancellation can
        // happen between this check and the next event.
        guard !Task.isCancelled, case .playing(let playback) = state else { return nil }
        return playback.progress
    }

    /// Advances the current progress by a fraction of the length.
    private func move(by part: Double) {
        guard let progress else { return }
        let isOver = progress + part > 1 - 1e-9
        machine.send(isOver ? .didPlayToEnd : .didProgress(progress + part))
    }

    /// Publishes the duration of the file that the player is about to open.
    ///
    /// It also clears the last problem of the player.
    private func open(duration: Duration?) {
        guard !Task.isCancelled else { return }
        self.duration = duration
        playerProblem = nil
    }
}
