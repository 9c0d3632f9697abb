/// Something that moves on a terminal while one waits; nothing elsewhere.
@MainActor
public final class Spinner {
    private let terminal: Terminal
    private var task: Task<Void, Never>?

    /// A spinner that stands still.
    public init(on terminal: Terminal) {
        self.terminal = terminal
    }

    /// Begins to turn, beside a text.
    public func start(_ text: String) {
        stop()
        guard terminal.isInteractive else { return }
        task = Task { [terminal] in
            terminal.redraw("  \(text.truncated(to: (terminal.width ?? 80) / 2)) ")
            for frame in 0... {
                // Only the first column is drawn anew: what a person types behind the text stays.
                let frames = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
                terminal.write("\u{1B}7\r\(frames[frame % frames.count])\u{1B}8")
                guard (try? await Task.sleep(for: .milliseconds(80))) != nil else { return }
            }
        }
    }

    /// Stops, and wipes the line.
    public func stop() {
        guard let task else { return }
        task.cancel()
        self.task = nil
        terminal.redraw("")
    }
}
