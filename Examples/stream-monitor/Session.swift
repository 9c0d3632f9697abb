import Foundation
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines
import StreamMachine

/// Shows a stream on a terminal.
///
/// A session contains no rules. It passes the user's actions to the model, and it draws when the
/// machine calls its hooks and when a frame arrives.
@MainActor
final class Session {
    let model: StreamModel
    let options: Options
    let output = Terminal.output

    /// The camera of this program; `nil` for a remote camera.
    let camera: LoopbackCamera?

    /// The totals of all streams so far.
    private(set) var totals = Report.Totals()

    /// The latest frame.
    private(set) var lastFrame: CameraFrame?

    /// The tasks that wait for a condition, which a transition or a frame can fulfill.
    private var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    private var waiterCount = 0

    /// The state before the transition that is being printed.
    private var previous: StreamState

    /// Whether saving a frame has failed.
    var hasFailed = false

    /// Whether a line was invalid.
    var hasBadLine = false

    /// Whether the session reads keys instead of lines.
    var readsKeys = false

    init(options: Options, address: URL, camera: LoopbackCamera?, inspector: MachineInspector?) {
        self.options = options
        self.camera = camera
        model = StreamModel(camera: CameraClient(address: address), timeout: options.timeout)
        previous = model.state
        model.machine.inspect("camera", accepting: [.samples], by: inspector)
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
            notifyWaiters()
        }
        machine.onRejection { [unowned self] rejection in complain(TransitionLine.text(rejection)) }
        model.onFrame = { [unowned self] frame, skipped in
            lastFrame = frame
            totals.frames += 1 + skipped
            totals.skippedFrames += skipped
            totals.bytes += frame.data.count
            drawStatus()
            if isComplete { model.stop() }
            notifyWaiters()
        }
    }

    /// Whether the number of frames requested by `--frames` has arrived.
    var isComplete: Bool { options.frames.map { totals.frames >= $0 } ?? false }

    /// The totals with the current frame rate.
    var currentTotals: Report.Totals {
        var totals = totals
        totals.framesPerSecond = model.player?.framesPerSecond ?? 0
        return totals
    }

    /// Prints a line above the status.
    func say(_ line: String) {
        output.redraw("")
        output.print(line)
        drawStatus()
    }

    /// Prints an error message.
    func complain(_ message: String) {
        output.redraw("")
        Terminal.error.print(Terminal.error.red("stream-monitor: \(message.printable)"))
        drawStatus()
    }

    /// Shows the totals in the last line of a terminal.
    func drawStatus() {
        guard output.isInteractive, !options.isJSON else { return }
        output.drawStatus(currentTotals.status.truncated(to: (output.width ?? 80) - 1))
    }

    /// Waits until a condition holds or the task is cancelled.
    ///
    /// It checks the condition at transitions and frames.
    func wait(until condition: () -> Bool) async {
        guard !condition() else { return }
        let (news, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waiterCount += 1
        let id = waiterCount
        waiters[id] = continuation
        defer { waiters[id] = nil }
        for await _ in news where condition() { return }
    }

    private func notifyWaiters() {
        for waiter in waiters.values { waiter.yield() }
    }
}
