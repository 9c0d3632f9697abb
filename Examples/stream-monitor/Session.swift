import Foundation
import ExampleSupport
import StateMachines
import StreamMachine

/// Shows on a terminal what a stream does.
///
/// It changes nothing of its own: it tells the model what the user did, and draws when the machine's hooks and the pictures call.
@MainActor
final class Session {
    let model: StreamModel
    let options: Options
    let output = Terminal.output

    /// The camera of this program, if it is the one that is watched.
    let camera: LoopbackCamera?

    /// What was counted in the streams before the present one, and in that.
    private(set) var totals = Report.Totals()

    /// The last picture of all.
    private(set) var lastFrame: CameraFrame?

    /// Those who wait for something that a transition or a picture may bring about.
    private var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    private var waiterCount = 0

    /// The state before the transition that is being told.
    private var previous: StreamState

    /// Whether something could not be saved.
    var hasFailed = false

    /// Whether a line made no sense.
    var hasBadLine = false

    /// Whether there are keys instead of lines.
    var readsKeys = false

    init(options: Options, address: URL, camera: LoopbackCamera?) {
        self.options = options
        self.camera = camera
        model = StreamModel(camera: CameraClient(address: address), timeout: options.timeout)
        previous = model.state
        addHooks()
    }

    private func addHooks() {
        let machine = model.machine
        machine.onActivityEntry { [unowned self] activity in
            switch activity {
            case .player: totals.players += 1
            case .connection: totals.connections += 1
            }
        }
        machine.onTransition { [unowned self] transition in
            totals.state = TransitionLine.name(of: model.state)
            say(
                options.isJSON
                    ? Report.json(from: previous, transition, to: model.state)
                    : output.dimmed(TransitionLine.text(from: previous, transition, to: model.state))
            )
            if let message = model.state.errorMessage, previous.errorMessage == nil { complain(message) }
            previous = model.state
            tellWaiters()
        }
        machine.onRejection { [unowned self] rejection in complain(TransitionLine.text(rejection)) }
        model.onFrame = { [unowned self] frame, skipped in
            lastFrame = frame
            totals.frames += 1 + skipped
            totals.skippedFrames += skipped
            totals.bytes += frame.data.count
            drawStatus()
            if isComplete { model.stop() }
            tellWaiters()
        }
    }

    /// Whether all the pictures have come that the command line asks for.
    var isComplete: Bool { options.frames.map { totals.frames >= $0 } ?? false }

    /// What was counted, with what is true at present only.
    var currentTotals: Report.Totals {
        var totals = totals
        totals.framesPerSecond = model.player?.framesPerSecond ?? 0
        return totals
    }

    /// Writes a line above the status.
    func say(_ line: String) {
        output.redraw("")
        output.print(line)
        drawStatus()
    }

    /// Writes a line about what went wrong.
    func complain(_ message: String) {
        output.redraw("")
        Terminal.error.print(Terminal.error.red("stream-monitor: \(message.printable)"))
        drawStatus()
    }

    /// Shows what was counted in the last line of a terminal.
    func drawStatus() {
        guard output.isInteractive, !options.isJSON else { return }
        output.drawStatus(currentTotals.status.truncated(to: (output.width ?? 80) - 1))
    }

    /// Waits until something holds, which transitions and pictures bring about, or the task is cancelled.
    func wait(until condition: () -> Bool) async {
        guard !condition() else { return }
        let (news, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waiterCount += 1
        let id = waiterCount
        waiters[id] = continuation
        defer { waiters[id] = nil }
        for await _ in news where condition() { return }
    }

    private func tellWaiters() {
        for waiter in waiters.values { waiter.yield() }
    }
}
