extension VideoState {
    /// The action that the only button of the player performs.
    public enum ActionButton: Hashable, Sendable, CaseIterable {
        /// Wait for the download to begin, because no action is possible.
        case wait
        /// Cancel the download.
        case cancel
        /// Pause the video.
        case pause
        /// Play the video.
        case play
        /// Download the video again after a failure.
        case retry

        /// The event that a tap on the button sends.
        public var event: Event? {
            switch self {
            case .wait: nil
            case .cancel: .cancel
            case .pause: .pause
            case .play: .play
            case .retry: .download
            }
        }
    }

    /// The button that the player shows.
    public var actionButton: ActionButton {
        switch self {
        case .willDownload: .wait
        case .downloading: .cancel
        case .playing: .pause
        case .paused: .play
        case .failed: .retry
        }
    }

    /// The download in progress, if any.
    ///
    /// When the user leaves, a screen can cancel the download without a `switch`:
    /// `if machine.state.download != nil { machine.send(.cancel) }`.
    public var download: Download? {
        switch self {
        case .downloading(let download): download
        case .willDownload, .playing, .paused, .failed: nil
        }
    }

    /// The playback, if the video is playing or paused.
    public var playback: PlaybackState? {
        switch self {
        case .playing(let playback), .paused(let playback): playback
        case .willDownload, .downloading, .failed: nil
        }
    }

    /// The reason why the download failed, in the failed state.
    public var failureReason: String? {
        switch self {
        case .failed(_, let reason): reason
        case .willDownload, .downloading, .playing, .paused: nil
        }
    }
}
