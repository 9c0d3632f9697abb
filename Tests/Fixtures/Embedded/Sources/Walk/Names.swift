import RemoteContentMachine
import StateMachines
import StreamMachine

/// A definition whose values have names: there is no reflection here that would know them.
protocol Named: StateDefinition {
    var name: String { get }
    static func name(of event: Event) -> String
    static func name(of activity: Activity) -> String
}

extension Named where Activity == Never {
    static func name(of activity: Never) -> String {}
}

extension StreamState: Named {
    var name: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .live: "live"
        case .error(let message): "error(" + message + ")"
        }
    }

    static func name(of event: Event) -> String {
        switch event {
        case .start: "start"
        case .bufferFinished: "bufferFinished"
        case .playerFailed(let message): "playerFailed(" + message + ")"
        case .stop: "stop"
        case .retry: "retry"
        }
    }

    static func name(of activity: Activity) -> String {
        switch activity {
        case .player: "player"
        case .connection: "connection"
        }
    }
}

extension StreamSession: Named {
    var name: String {
        let parts = [
            stream.name, StreamSession.name(of: layout), pictureInPicture == .active ? "floating" : "in place",
        ]
        return parts[0] + ", " + parts[1] + ", " + parts[2]
    }

    static func name(of layout: Layout) -> String {
        switch layout {
        case .portrait: "portrait"
        case .landscape: "landscape"
        }
    }

    static func name(of event: Event) -> String {
        switch event {
        case .stream(let event): StreamState.name(of: event)
        case .rotate(let layout): "rotate(" + name(of: layout) + ")"
        case .startPictureInPicture: "startPictureInPicture"
        case .stopPictureInPicture: "stopPictureInPicture"
        case .didEnterBackground: "didEnterBackground"
        case .willEnterForeground: "willEnterForeground"
        }
    }

    static func name(of activity: Activity) -> String {
        switch activity {
        case .stream(let activity): StreamState.name(of: activity)
        case .pictureInPicture(.overlay): "overlay"
        }
    }
}

extension RemoteContentState: Named {
    var name: String {
        switch self {
        case .loading: "loading"
        case .loaded(.empty): "loaded(empty)"
        case .loaded(.data): "loaded(data)"
        case .loaded(.refresh): "loaded(refresh)"
        case .error: "error"
        }
    }

    static func name(of event: Event) -> String {
        switch event {
        case .didReceiveError: "didReceiveError"
        case .didTriggerReload: "didTriggerReload"
        case .didReceiveEmptyData: "didReceiveEmptyData"
        case .didReceiveData: "didReceiveData"
        }
    }

    static func name(of activity: Activity) -> String {
        switch activity {
        case .fetch: "fetch"
        case .content: "content"
        case .dataPresence(.refresh): "refresh"
        }
    }
}

extension FlatRemoteContentState: Named {
    var name: String {
        switch self {
        case .loading: "loading"
        case .data: "data"
        case .error: "error"
        case .empty: "empty"
        }
    }

    static func name(of event: Event) -> String { RemoteContentState.name(of: event) }
}
