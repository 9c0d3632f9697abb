import Foundation
import StateMachineExampleSupport
import StateMachines
import StreamMachine

/// The output about a stream, for people and for scripts.
enum Report {
    /// The totals since the start of the program.
    struct Totals: Encodable, Equatable {
        var frames = 0
        var skippedFrames = 0
        var bytes = 0
        var connections = 0
        var players = 0
        var state = "idle"
        var framesPerSecond = 0.0

        /// The totals, on one line.
        var status: String {
            "\(state)  \(frames.counted("frame"))  \(framesPerSecond.formatted(.number.precision(.fractionLength(1))))/s  "
                + bytes.formatted(.byteCount(style: .file))
                + "  \(connections.counted("connection"))  \(players.counted("player"))"
        }

        /// The totals that are the same in every run with the same commands.
        var summary: String {
            "\(frames.counted("frame")), \(connections.counted("connection")), \(players.counted("player"))"
        }
    }

    private struct Move: Encodable {
        let from: String
        let event: String
        let to: String
        let exited: [String]
        let entered: [String]
        let message: String?
    }

    static func json(
        from old: StreamState,
        _ transition: StateMachine<StreamState>.Transition,
        to new: StreamState
    ) -> String {
        jsonLine(
            Move(
                from: TransitionLine.name(of: old),
                event: TransitionLine.name(of: transition.event),
                to: TransitionLine.name(of: new),
                exited: transition.exited.map(TransitionLine.name(of:)),
                entered: transition.entered.map(TransitionLine.name(of:)),
                message: new.errorMessage
            )
        )
    }
}
