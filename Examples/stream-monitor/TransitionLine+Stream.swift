import StateMachineExampleSupport
import StateMachines
import StreamMachine

extension TransitionLine {
    static func text(
        from old: StreamState,
        _ transition: StateMachine<StreamState>.Transition,
        to new: StreamState
    ) -> String {
        text(
            from: name(of: old),
            on: name(of: transition.event),
            to: name(of: new),
            exited: transition.exited.map(name(of:)),
            entered: transition.entered.map(name(of:))
        )
    }

    static func text(_ rejection: InvalidTransition<StreamState>) -> String {
        self.rejection(of: name(of: rejection.event), in: name(of: rejection.state))
    }

    static func name(of state: StreamState) -> String {
        switch state {
        case .idle: "idle"
        case .connecting: "connecting"
        case .live: "live"
        case .error: "error"
        }
    }

    static func name(of event: StreamState.Event) -> String {
        switch event {
        case .start: "start"
        case .bufferFinished: "bufferFinished"
        case .playerFailed: "playerFailed"
        case .stop: "stop"
        case .retry: "retry"
        }
    }

    static func name(of activity: StreamState.Activity) -> String {
        switch activity {
        case .player: "player"
        case .connection: "connection"
        }
    }
}
