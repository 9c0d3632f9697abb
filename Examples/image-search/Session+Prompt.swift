import Foundation
import ImageSearchMachine
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachines

extension Session {
    /// Reads queries and commands line by line until the end of the input.
    ///
    /// At the end of the input, it waits for the search in progress.
    func readQueries(service: ImageService?) async -> Int32 {
        let run = Task { await model.run() }
        if Terminal.inputIsInteractive && output.isInteractive {
            output.print(PromptCommand.instructions)
            prompt.text = "search> "
        }
        prompt.show()
        for await line in InputLines.read() {
            prompt.didReadLine()
            guard await execute(line, service: service) else { break }
            if options.isJSON { await waitForAnswer() }
            if !model.state.isLoading { prompt.show() }
        }
        prompt.leave()
        prompt.text = ""
        await waitForAnswer()
        run.cancel()
        _ = await run.result
        spinner.stop()
        return InputLines.status(hasBadLine: hasBadLine, hasFailed: hasFailed && !Terminal.inputIsInteractive)
    }

    /// Executes a line.
    ///
    /// - Returns: Whether to continue reading.
    private func execute(_ line: String, service: ImageService?) async -> Bool {
        do throws(UsageError) {
            switch try PromptCommand(line) {
            case .nothing: break
            case .search(let query): submit(query)
            case .cancel: cancel()
            case .wait: await waitForAnswer()
            case .fault(let fault): try setFault(fault, of: service)
            case .help: output.print(PromptCommand.instructions)
            case .quit:
                if model.state.isLoading { cancel() }
                return false
            }
        } catch {
            hasBadLine = true
            Terminal.error.print("image-search: \(error.message.printable)")
        }
        return true
    }

    private func setFault(_ fault: SearchFault?, of service: ImageService?) throws(UsageError) {
        guard let service else { throw UsageError(":fault works only with the service on 127.0.0.1") }
        do {
            try service.setFault(fault)
        } catch {
            throw UsageError("cannot change the service: \(error)")
        }
    }

    /// Waits for the response to the search in progress, if any.
    private func waitForAnswer() async {
        guard model.state.isLoading else { return }
        let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
        let hook = model.machine.onExit(where: \.isLoading) { continuation.yield() }
        defer { hook.cancel() }
        for await _ in answers { return }
    }
}
