import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachineInspection

/// The input and the output of a visit to the gallery.
@MainActor
final class Visit {
    /// The real duration of one second for the machines.
    let pace: Duration

    /// The inspector that shows the machines, if any.
    let inspector: MachineInspector?

    let output = Terminal.output

    /// Whether a person types and reads.
    ///
    /// If so, the program prints the handled events after each transition.
    let isInteractive = Terminal.inputIsInteractive && Terminal.output.isInteractive

    private let lines = InputLines.read()

    /// Whether a line was invalid.
    private var hasBadLine = false

    /// The prompt that waits for a line, if any.
    private var openPrompt: String?

    init(pace: Duration, inspector: MachineInspector?) {
        self.pace = pace
        self.inspector = inspector
    }

    /// Shows a machine and then every other machine that the visitor chooses.
    ///
    /// - Returns: The exit status.
    func begin(at first: Exhibit?) async -> Int32 {
        // The signal must be handled before the first prompt appears.
        let resumptions = isInteractive ? Resumptions.all() : nil
        let redrawing = Task { await promptAgain(after: resumptions) }
        defer { redrawing.cancel() }
        var exhibit = first
        if exhibit == nil { exhibit = await pick() }
        while let present = exhibit {
            switch await present.show(self) {
            case .back: exhibit = await pick()
            case .out: exhibit = nil
            }
        }
        closePrompt()
        return InputLines.status(hasBadLine: hasBadLine, hasFailed: false)
    }

    /// Writes the prompt again whenever the program continues after Ctrl-Z and `fg`.
    private func promptAgain(after resumptions: AsyncStream<Void>?) async {
        guard let resumptions else { return }
        for await _ in resumptions {
            if let openPrompt { output.redraw(openPrompt) }
        }
    }

    /// Asks the visitor for a machine.
    private func pick() async -> Exhibit? {
        Exhibit.list(on: output)
        while let line = await ask("machine> ") {
            do throws(UsageError) {
                let word = try InputLines.text(of: line)
                if word == ":quit" || word == ":q" { return nil }
                guard !word.isEmpty else { continue }
                if InputLines.asksForHelp(word) {
                    say(
                        "To see a machine, type its number or its name. :quit ends the program.\n\(PromptCommand.instructions)"
                    )
                    continue
                }
                return try Exhibit.named(word)
            } catch {
                complain(error.message)
            }
        }
        return nil
    }

    /// Returns the next line, or `nil` at the end of the input.
    ///
    /// On a terminal, it prints a prompt first.
    func ask(_ prompt: String) async -> String? {
        if isInteractive { output.write(prompt) }
        openPrompt = prompt
        var iterator = lines.makeAsyncIterator()
        let line = await iterator.next(isolation: MainActor.shared)
        if line != nil { openPrompt = nil }
        return line
    }

    /// Prints lines, above the prompt if one is waiting.
    func say(_ lines: String...) {
        output.redraw("")
        for line in lines { output.print(line) }
        if isInteractive, let openPrompt { output.write(openPrompt) }
    }

    /// Prints the error of an invalid line.
    func complain(_ message: String) {
        hasBadLine = true
        Terminal.error.print("gallery: \(message.printable)")
    }

    /// Moves the cursor to a new line at the end of the input.
    private func closePrompt() {
        if isInteractive && openPrompt != nil { output.print() }
        openPrompt = nil
    }
}
