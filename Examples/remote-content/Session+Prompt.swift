import Foundation
import RemoteContentMachine
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachines

extension Session {
    /// Loads the feed and executes the lines of the input until its end.
    ///
    /// - Returns: The exit status, which is failure if the input is a pipe and a response was an
    ///   error.
    func readCommands(service: FeedService?) async -> Int32 {
        let run = Task { await model.run() }
        if Terminal.inputIsInteractive && output.isInteractive {
            output.print(PromptCommand.instructions)
            prompt.text = "feed> "
        }
        start()
        for await line in InputLines.read() {
            prompt.didReadLine()
            // Wait before the next line of a script, because its author cannot see the current
            // state.
            if !Terminal.inputIsInteractive { await waitForAnswer() }
            guard !Task.isCancelled, execute(line, service: service) else { break }
            showProgress()
        }
        if !Task.isCancelled && !hasQuit { await waitForAnswer() }
        spinner.stop()
        prompt.leave()
        prompt.text = ""
        run.cancel()
        _ = await run.result
        return InputLines.status(hasBadLine: hasBadLine, hasFailed: hasFailed && !Terminal.inputIsInteractive)
    }

    /// Executes a line.
    ///
    /// - Returns: Whether to continue reading.
    private func execute(_ line: String, service: FeedService?) -> Bool {
        do throws(UsageError) {
            switch try PromptCommand(line) {
            case .nothing: break
            case .reload: model.reload()
            case .open(let number): try open(number)
            case .fault(let fault): try setFault(fault, of: service)
            case .help:
                spinner.stop()
                output.print(PromptCommand.instructions)
            case .quit:
                hasQuit = true
                return false
            }
        } catch {
            hasBadLine = true
            spinner.stop()
            Terminal.error.print("remote-content: \(error.message.printable)")
        }
        return true
    }

    private func setFault(_ fault: FeedFault?, of service: FeedService?) throws(UsageError) {
        guard let service else { throw UsageError("fault works only with the feed on 127.0.0.1") }
        do {
            try service.setFault(fault)
        } catch {
            throw UsageError("cannot change the feed: \(error)")
        }
    }

    /// Waits for the response, if a request is in progress.
    private func waitForAnswer() async {
        guard model.state.isLoading else { return }
        let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
        let hook = model.content.machine.onExit(where: \.isLoading) { continuation.yield() }
        defer { hook.cancel() }
        for await _ in answers { return }
    }
}
