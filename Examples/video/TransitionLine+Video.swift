import StateMachineExampleSupport
import StateMachines
import VideoMachine

/// A transition as a line of text.
///
/// An example is `playing ─ pause → paused(50%)  -advancing`.
extension TransitionLine {
    typealias Machine = StateMachine<VideoState>

    static func text(from old: VideoState, _ transition: Machine.Transition, to new: VideoState) -> String {
        text(
            from: name(of: old),
            on: name(of: transition.event),
            to: name(of: new),
            exited: transition.exited.map(name),
            entered: transition.entered.map(name)
        )
    }

    static func text(_ rejection: InvalidTransition<VideoState>) -> String {
        self.rejection(
            of: name(of: rejection.event),
            in: name(of: rejection.state),
            because: StateMachines.text(of: rejection.reason)
        )
    }

    private static func name(of state: VideoState) -> String {
        switch state {
        case .willDownload: "willDownload"
        case .downloading: "downloading"
        // The bar shows the progress.
        case .playing: "playing"
        case .paused(let playback): "paused(\(percent(playback.progress)))"
        case .failed: "failed"
        }
    }

    private static func name(of event: VideoState.Event) -> String {
        switch event {
        case .download: "download"
        case .didReceive: "didReceive"
        case .didFinishDownload: "didFinishDownload"
        case .didFailDownload: "didFailDownload"
        case .cancel: "cancel"
        case .play: "play"
        case .pause: "pause"
        case .didProgress: "didProgress"
        case .seek(let progress): "seek(\(percent(progress)))"
        case .didPlayToEnd: "didPlayToEnd"
        }
    }

    private static func name(of activity: VideoState.Activity) -> String {
        switch activity {
        case .partialFile: "partialFile"
        case .download: "download"
        case .playback: "playback"
        case .advancing: "advancing"
        }
    }

    private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded(.down)))%" }
}
