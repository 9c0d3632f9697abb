import Foundation
import ExampleSupport

/// What a visitor types, and where the answers go.
@MainActor
final class Visit {
    /// How long a second of the machines takes.
    let pace: Duration

    let output = Terminal.output

    /// Whether a person types and reads, so that what may happen is shown again and again.
    let isInteractive = Terminal.inputIsInteractive && Terminal.output.isInteractive

    private let lines = InputLines.read()

    /// Whether a line could not be understood.
    private var hasBadLine = false

    /// What the line begins with in which an answer is awaited; `nil` while no line is.
    private var openPrompt: String?

    init(pace: Duration) {
        self.pace = pace
    }

    /// Shows a machine, and those that the visitor picks after it.
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

    /// Lets the visitor pick a machine.
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

    /// The next line, on a terminal behind a prompt; `nil` when there are no more.
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

    /// Says that a line could not be understood.
    func complain(_ message: String) {
        hasBadLine = true
        Terminal.error.print("gallery: \(message.printable)")
    }

    /// Goes to a line of its own at the end of the input.
    private func closePrompt() {
        if isInteractive && openPrompt != nil { output.print() }
        openPrompt = nil
    }
}
