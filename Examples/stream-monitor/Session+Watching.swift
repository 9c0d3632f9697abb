import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachines
import StreamMachine

extension Session {
    /// Starts the stream and executes keys and lines until the end.
    ///
    /// - Returns: The exit status.
    func watch() async -> Int32 {
        let run = Task { await model.run() }
        model.start()
        let reading = Task { await readCommands() }
        let completing = Task {
            await wait { isComplete }
            reading.cancel()
        }
        // The frame rate changes even while no frame arrives.
        let drawing = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil { drawStatus() }
        }
        await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        completing.cancel()
        drawing.cancel()
        // These tasks retain this session. Wait for them, so that the inspector learns of the
        // machine's end before the program ends.
        await completing.value
        await drawing.value
        let isError = model.state.errorMessage != nil
        if model.state.isStreaming && !Task.isCancelled { model.stop() }
        run.cancel()
        _ = await run.result
        if !Task.isCancelled, let file = options.snapshot { save(in: file) }
        output.redraw("")
        if Task.isCancelled { return EXIT_FAILURE }
        output.print(options.isJSON ? jsonLine(currentTotals) : output.dimmed(totals.summary))
        return InputLines.status(hasBadLine: hasBadLine, hasFailed: isError || hasFailed)
    }

    private func readCommands() async {
        guard Terminal.inputIsInteractive && output.isInteractive else {
            for await line in InputLines.read() {
                guard await execute({ () throws(UsageError) in try MonitorCommand(line: line) }) else { return }
            }
            // Wait for the effect of the last command.
            await wait {
                model.state.errorMessage != nil || !model.state.isStreaming
                    || options.frames == nil && !model.state.isConnecting
            }
            return
        }
        say(MonitorCommand.keyInstructions)
        readsKeys = true
        await KeyPresses.reading { keys in
            for await key in keys {
                switch key {
                case .character(let key): guard await execute({ MonitorCommand(key: key) }) else { return }
                case .redraw: drawStatus()
                }
            }
        }
    }

    /// Executes a command.
    ///
    /// - Returns: Whether to continue reading.
    private func execute(_ command: () throws(UsageError) -> MonitorCommand) async -> Bool {
        do throws(UsageError) {
            return try await execute(try command())
        } catch {
            hasBadLine = true
            complain(error.message)
            return true
        }
    }

    private func execute(_ command: MonitorCommand) async throws(UsageError) -> Bool {
        switch command {
        case .nothing: break
        case .start: model.start()
        case .stop: model.stop()
        case .toggle: if model.state.isStreaming { model.stop() } else { model.start() }
        case .retry: model.retry()
        case .status: say(options.isJSON ? jsonLine(currentTotals) : currentTotals.status)
        case .wait: await wait { !model.state.isConnecting }
        case .waitForError: await wait { model.state.errorMessage != nil || !model.state.isStreaming }
        case .waitForFrames(let count):
            let goal = totals.frames + count
            await wait { totals.frames >= goal || model.state.errorMessage != nil || !model.state.isStreaming }
        case .snapshot(let file): save(in: file ?? options.snapshot ?? "snapshot.jpg")
        case .fault(let fault): try setFault(fault)
        case .nextFault: try setFault(nextFault)
        case .help: say(readsKeys ? MonitorCommand.keyInstructions : MonitorCommand.instructions)
        case .quit: return false
        }
        return !Task.isCancelled
    }
}

extension StreamState {
    /// Whether the player is connecting.
    var isConnecting: Bool {
        switch self {
        case .connecting: true
        case .idle, .live, .error: false
        }
    }
}
