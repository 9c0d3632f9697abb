extension VideoState {
    /// The one button of the player.
    public enum ActionButton: Hashable, Sendable, CaseIterable {
        /// Nothing to do but wait for the download to begin.
        case wait
        /// Gives the download up.
        case cancel
        /// Pauses the video.
        case pause
        /// Plays on.
        case play
        /// Downloads again after a failure.
        case retry

        /// What a tap on the button sends.
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

    /// Which button the player shows.
    public var actionButton: ActionButton {
        switch self {
        case .willDownload: .wait
        case .downloading: .cancel
        case .playing: .pause
        case .paused: .play
        case .failed: .retry
        }
    }

    /// The download, while there is one.
    ///
    /// It lets a screen that is left cancel without a `switch`:
    /// `if machine.state.download != nil { machine.send(.cancel) }`.
    public var download: Download? {
        switch self {
        case .downloading(let download): download
        case .willDownload, .playing, .paused, .failed: nil
        }
    }

    /// The playback, running or paused.
    public var playback: PlaybackState? {
        switch self {
        case .playing(let playback), .paused(let playback): playback
        case .willDownload, .downloading, .failed: nil
        }
    }

    /// Why the download failed.
    public var failureReason: String? {
        switch self {
        case .failed(_, let reason): reason
        case .willDownload, .downloading, .playing, .paused: nil
        }
    }
}
