public import StateMachineGraphs
import StateMachines
public import VideoMachine

extension VideoState {
    /// What is promised of a video.
    public static let properties: [MachineProperty<VideoState>] = [
        .always("the partial file is kept from the first byte to the end of all tries") { state in
            let keeps = state.activities.contains { if case .partialFile = $0 { true } else { false } }
            return switch state {
            case .downloading, .failed: keeps
            case .willDownload, .playing, .paused: !keeps
            }
        },
        .always("the player is open while there is something to play") { state in
            let isOpen = state.activities.contains { if case .playback = $0 { true } else { false } }
            return isOpen == (state.playback != nil)
        },
        .always("progress goes on only while the video runs") { state in
            guard case .playing = state else { return !state.activities.contains(.advancing) }
            return state.activities.contains(.advancing)
        },
        .everyTransition("a failure keeps the partial file, cancelling lets it go") { step in
            switch step.event {
            case .didFailDownload:
                step.exited.allSatisfy { if case .download = $0 { true } else { false } } && step.exited.count == 1
            case .cancel: step.after.activities.isEmpty
            case .download, .didReceive, .didFinishDownload, .play, .pause, .didProgress, .seek, .didPlayToEnd: true
            }
        },
        .everyTransition("moving in the video opens and closes nothing") { step in
            switch step.event {
            case .didProgress, .seek: step.exited.isEmpty && step.entered.isEmpty
            case .download, .didReceive, .didFinishDownload, .didFailDownload, .cancel, .play, .pause, .didPlayToEnd:
                true
            }
        },
        .atAllTimes("nothing is played before it has been downloaded", remembering: { _ in false }) { isThere, step in
            if case .didFinishDownload = step.event, step.isHandled { isThere = true }
            return isThere || step.after.playback == nil
        },
        .reachable("the end of the video") { $0.playback?.isAtEnd == true },
        .alwaysPossible("the video can be played, or be downloaded") { state in
            switch state {
            case .willDownload, .playing: true
            case .downloading, .failed, .paused: false
            }
        },
        .leadsTo(
            "a download comes to an end",
            from: { if case .downloading = $0 { true } else { false } },
            to: { if case .downloading = $0 { false } else { true } },
            assuming: [
                .weak("it finishes or fails") { event in
                    switch event {
                    case .didFinishDownload, .didFailDownload: true
                    case .download, .didReceive, .cancel, .play, .pause, .didProgress, .seek, .didPlayToEnd: false
                    }
                }
            ]
        ),
    ]
}
