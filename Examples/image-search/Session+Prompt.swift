import Foundation
import ImageService
import StateMachines
import TerminalSupport

extension Session {
    /// Reads queries and commands, line by line, until there are no more of them.
    ///
    /// A search that is loading when the input ends is waited for.
    func readQueries(service: ImageService?) async -> Int32 {
        let run = Task { try await model.run() }
        defer { run.cancel() }
        let prompt = Terminal.inputIsInteractive && Terminal.output.isInteractive ? "search> " : ""
        if !prompt.isEmpty { Terminal.output.print("Type a query, or :cancel, :wait, :fault KIND, :quit.") }
        Terminal.output.write(prompt)
        for await line in InputLines.read() {
            guard await obey(line.trimmingCharacters(in: .whitespaces), service: service) else { break }
            Terminal.output.write(prompt)
        }
        await answer()
        run.cancel()
        _ = await run.result
        return EXIT_SUCCESS
    }

    /// Does what a line says.
    ///
    /// - Returns: Whether to read on.
    private func obey(_ line: String, service: ImageService?) async -> Bool {
        switch line.split(separator: " ", maxSplits: 1).map(String.init) {
        case []: break
        case [":quit"], [":q"]:
            if !model.state.isAnswered && model.state != .start { cancel() }
            return false
        case [":cancel"]: cancel()
        case [":wait"]: await answer()
        case [":fault", "none"]: setFault(nil, of: service)
        case [":fault", let kind]:
            do throws(UsageError) {
                setFault(try Options.fault(kind), of: service)
            } catch {
                Terminal.error.print("image-search: \(error.message.printable)")
            }
        case let words where words[0].hasPrefix(":"):
            Terminal.error.print("image-search: unknown command \(words[0].printable); there are :cancel, :wait, :fault, :quit")
        default: submit(line)
        }
        return true
    }

    private func setFault(_ fault: Fault?, of service: ImageService?) {
        guard let service else {
            return Terminal.error.print("image-search: :fault is for the service on 127.0.0.1")
        }
        do {
            try service.setFault(fault)
        } catch {
            Terminal.error.print("image-search: \(error)")
        }
    }

    /// Waits for the answer to the search that is loading, if one is.
    private func answer() async {
        let (answers, continuation) = AsyncStream.makeStream(of: Void.self)
        let hook = model.machine.onEntry(where: { !$0.isLoading }) { continuation.yield() }
        defer { hook.remove() }
        guard model.state.isLoading else { return }
        for await _ in answers { return }
    }
}
