public import StateMachineGraphs
import StateMachines
public import StreamMachine

extension StreamState {
    /// The properties of a camera stream.
    public static let properties: [MachineProperty<StreamState>] = [
        .always("the player exists exactly when the machine is not idle") { state in
            state.activities.contains(.player) == (state != .idle)
        },
        .always("a connection exists exactly when the stream is connecting or live") { state in
            state.activities.contains(.connection) == (state == .connecting || state.isLive)
        },
        .activity(.player, isEnteredOnceBetween: .start, and: .stop),
        .activity(.connection, onlyDuring: .player),
        .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop },
        .everyEvent("stop is handled in every state except idle") {
            $0.event != .stop || $0.isHandled == ($0.before != .idle)
        },
        .everyTransition("the stream goes live only after it was connecting") {
            !$0.after.isLive || $0.before.isLive || $0.before == .connecting
        },
        .reachable("the stream can go live", \.isLive),
        .alwaysPossible("the user can return to idle") { $0 == .idle },
        .alwaysPossible("the stream can go live again", \.isLive),
        .leadsTo(
            "connecting ends",
            from: { $0 == .connecting },
            to: { $0 != .connecting }
        ),
    ]
}
