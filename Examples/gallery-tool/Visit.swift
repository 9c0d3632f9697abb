import ExampleSupport
import Foundation
import StateMachineInspection

/// A visit to the gallery: its input and output.
@MainActor
final class Visit {
    /// The real duration of a second of the machines.
    let pace: Duration

    /// The inspector that shows the machines, if any.
    let inspector: MachineInspector?

    let output = Terminal.output

    /// Whether a person types and reads; then the handled events are shown after each transition.
    let isInteractive = Terminal.inputIsInteractive && Terminal.output.isInteractive

    private let lines = InputLines.read()

    /// Whether a line was invalid.
    private var hasBadLine = false

    /// The prompt that waits for a line; `nil` if none does.
    private var openPrompt: String?

    init(pace: Duration, inspector: MachineInspector?) {
        self.pace = pace
        self.inspector = inspector
    }

    /// Shows a machine, and then those that the visitor chooses.
    ///
    /// - Returns: The exit status.
    func begin(at first: Exhibit?) async -> Int32 {
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

    /// Asks the visitor for a machine.
    private func pick() async -> Exhibit? {
        Exhibit.list(on: output)
        while let line = await ask("machine> ") {
            do throws(UsageError) {
                let word = try InputLines.text(of: line)
                if word == ":quit" || word == ":q" { return nil }
                guard !word.isEmpty else { continue }
                if InputLines.asksForHelp(word) {
                    say("The number or the name of a machine shows it; :quit ends. \(PromptCommand.instructions)")
                    continue
                }
                return try Exhibit.named(word)
            } catch {
                complain(error.message)
            }
        }
        return nil
    }

    /// The next line, on a terminal after a prompt; `nil` at the end of the input.
    func ask(_ prompt: String) async -> String? {
        if isInteractive { output.write(prompt) }
        openPrompt = prompt
        var iterator = lines.makeAsyncIterator()
        let line = await iterator.next(isolation: MainActor.shared)
        if line != nil { openPrompt = nil }
        return line
    }

    /// Writes lines, above the prompt if there is one.
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
