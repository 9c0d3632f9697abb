import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachines
import VideoMachine

extension Session {
    /// Downloads and plays the video while executing keys and lines.
    ///
    /// When this method returns, the partial file has been removed and no player is running.
    ///
    /// - Returns: The exit status, which is failure if the last download or the player failed.
    func watch() async -> Int32 {
        let run = Task { await model.run() }
        model.download()
        await readCommands()
        let hasFailed = model.state.failureReason != nil || model.playerProblem != nil
        if !Task.isCancelled { model.leave() }
        run.cancel()
        _ = await run.result
        output.redraw("")
        complainAboutPlayer()
        return InputLines.status(hasBadLine: hasBadLine, hasFailed: hasFailed)
    }

    private func readCommands() async {
        guard Terminal.inputIsInteractive && output.isInteractive else {
            for await line in InputLines.read() {
                guard await execute({ () throws(UsageError) in try PlayerCommand(line: line) }) else { return }
            }
            return await wait(for: \.isAtRest)
        }
        say(PlayerCommand.keyInstructions)
        readsKeys = true
        drawBar()
        await KeyPresses.reading { keys in
            var reader = KeyReader()
            for await key in keys {
                switch key {
                case .redraw: drawBar()
                case .character(let character):
                    guard let command = reader.command(for: character) else { continue }
                    guard await execute({ command }) else { return }
                }
            }
        }
    }

    /// Executes a command.
    ///
    /// - Returns: Whether to continue reading.
    private func execute(_ command: () throws(UsageError) -> PlayerCommand) async -> Bool {
        do throws(UsageError) {
            switch try command() {
            case .nothing: break
            case .download: model.download()
            case .cancel: model.machine.send(.cancel)
            case .play: model.machine.send(.play)
            case .pause: model.machine.send(.pause)
            case .button: model.tapActionButton()
            case .seek(let progress): model.seek(to: progress)
            case .move(let part): model.seek(to: min(max((model.state.playback?.progress ?? 0) + part, 0), 1))
            case .wait: await wait(for: \.isAtRest)
            case .waitForDownload: await wait { $0.download == nil }
            case .fault(let fault): try setFault(fault)
            case .help:
                say(readsKeys ? PlayerCommand.keyInstructions : PlayerCommand.instructions)
                drawBar()
            case .quit: return false
            }
        } catch {
            hasBadLine = true
            complain(error.message.printable)
        }
        return !Task.isCancelled
    }

    private func setFault(_ fault: VideoFault?) throws(UsageError) {
        guard let service else { throw UsageError("fault works only with the service on 127.0.0.1") }
        do {
            try service.setFault(fault)
        } catch {
            throw UsageError("cannot change the service: \(error)")
        }
    }

    /// Waits until a condition holds or the task is cancelled.
    private func wait(for condition: @escaping (VideoState) -> Bool) async {
        if condition(model.state) { return }
        let (moments, continuation) = AsyncStream.makeStream(of: Void.self)
        let hook = model.machine.onEntry(where: condition) { continuation.yield() }
        defer { hook.cancel() }
        for await _ in moments { return }
    }
}

extension VideoState {
    /// Whether only the user can change the state.
    var isAtRest: Bool {
        switch self {
        case .willDownload, .paused, .failed: true
        case .downloading, .playing: false
        }
    }
}
