/// An animation on a terminal during a wait, which writes nothing to other outputs.
@MainActor
package final class Spinner {
    private let terminal: Terminal
    private var task: Task<Void, Never>?

    /// Creates a spinner that does not turn yet.
    package init(on terminal: Terminal) {
        self.terminal = terminal
    }

    /// Starts to turn next to a text.
    package func start(_ text: String) {
        stop()
        guard terminal.isInteractive else { return }
        task = Task { [terminal] in
            terminal.redraw("  \(text.truncated(to: (terminal.width ?? 80) / 2)) ")
            for frame in 0... {
                // Redraw only the first column, so that text which a person types after the spinner
                // stays.
                let frames = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
                terminal.write("\u{1B}7\r\(frames[frame % frames.count])\u{1B}8")
                guard (try? await Task.sleep(for: .milliseconds(80))) != nil else { return }
            }
        }
    }

    /// Stops and erases the line.
    package func stop() {
        guard let task else { return }
        task.cancel()
        self.task = nil
        terminal.redraw("")
    }
}
