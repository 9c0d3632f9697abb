public import StateMachineGraphs
import StateMachines
public import StreamMachine

extension StreamState {
    /// What is promised of the stream.
    public static let properties: [MachineProperty<StreamState>] = [
        .always("the player is there whenever the machine is not idle") { state in
            state.activities.contains(.player) == (state != .idle)
        },
        .always("a connection is there while it is made and while the picture moves") { state in
            state.activities.contains(.connection) == (state == .connecting || state.isLive)
        },
        .activity(.player, isEnteredOnceBetween: .start, and: .stop),
        .activity(.connection, onlyDuring: .player),
        .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop },
        .everyEvent("whatever has been started can be stopped") {
            $0.event != .stop || $0.isHandled == ($0.before != .idle)
        },
        .everyTransition("a connection comes before its picture") {
            !$0.after.isLive || $0.before.isLive || $0.before == .connecting
        },
        .reachable("the stream can go live", \.isLive),
        .alwaysPossible("the user can come back to idle") { $0 == .idle },
        .alwaysPossible("the stream can go live again", \.isLive),
        .leadsTo(
            "a connection that is being made comes to something",
            from: { $0 == .connecting },
            to: { $0 != .connecting }
        ),
    ]
}
