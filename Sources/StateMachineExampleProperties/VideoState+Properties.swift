public import StateMachineGraphs
import StateMachines
public import VideoMachine

extension VideoState {
    /// The properties of a video.
    public static let properties: [MachineProperty<VideoState>] = [
        .always("the partial file exists during a download and after a failure") { state in
            let keeps = state.activities.contains { if case .partialFile = $0 { true } else { false } }
            return switch state {
            case .downloading, .failed: keeps
            case .willDownload, .playing, .paused: !keeps
            }
        },
        .always("the player is open exactly when the video has been downloaded") { state in
            let isOpen = state.activities.contains { if case .playback = $0 { true } else { false } }
            return isOpen == (state.playback != nil)
        },
        .always("the video advances exactly when it is playing") { state in
            guard case .playing = state else { return !state.activities.contains(.advancing) }
            return state.activities.contains(.advancing)
        },
        .everyTransition("a failure keeps the partial file, and a cancellation deletes it") { step in
            switch step.event {
            case .didFailDownload:
                step.exited.allSatisfy { if case .download = $0 { true } else { false } } && step.exited.count == 1
            case .cancel: step.after.activities.isEmpty
            case .download, .didReceive, .didFinishDownload, .play, .pause, .didProgress, .seek, .didPlayToEnd: true
            }
        },
        .everyTransition("seeking does not start or end any activity") { step in
            switch step.event {
            case .didProgress, .seek: step.exited.isEmpty && step.entered.isEmpty
            case .download, .didReceive, .didFinishDownload, .didFailDownload, .cancel, .play, .pause, .didPlayToEnd:
                true
            }
        },
        .atAllTimes("playback never begins before the download has finished", remembering: { _ in false }) {
            isThere,
            step in
            if case .didFinishDownload = step.event, step.isHandled { isThere = true }
            return isThere || step.after.playback == nil
        },
        .reachable("the video can play to its end") { $0.playback?.isAtEnd == true },
        .alwaysPossible("the user can start over or play the video") { state in
            switch state {
            case .willDownload, .playing: true
            case .downloading, .failed, .paused: false
            }
        },
        .leadsTo(
            "every download ends",
            from: { if case .downloading = $0 { true } else { false } },
            to: { if case .downloading = $0 { false } else { true } },
            assuming: [
                .weak("the downloader reports the result") { event in
                    switch event {
                    case .didFinishDownload, .didFailDownload: true
                    case .download, .didReceive, .cancel, .play, .pause, .didProgress, .seek, .didPlayToEnd: false
                    }
                }
            ]
        ),
    ]
}
