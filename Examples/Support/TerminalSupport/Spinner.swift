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
            for frame in 0... {
                let frames = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
                terminal.redraw("\(frames[frame % frames.count]) \(text) ")
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
