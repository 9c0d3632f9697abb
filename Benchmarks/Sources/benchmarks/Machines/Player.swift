import StateMachines

/// A CD player, each of whose transitions has an action.
enum Player: UInt8, StateDefinition {
    case empty, open, stopped, playing, paused

    enum Event: UInt8, CaseIterable, Sendable {
        case play, stop, pause, endPause, openClose, cdDetected
    }

    enum Output: UInt8, Sendable {
        case openDrawer = 1
        case closeDrawer, storeInfo, startPlayback, stopPlayback, stopAgain, pausePlayback, resumePlayback
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {
        switch (self, event) {
        case (.empty, .openClose):
            self = .open
            return .openDrawer
        case (.empty, .cdDetected):
            self = .stopped
            return .storeInfo
        case (.empty, .play), (.empty, .stop), (.empty, .pause), (.empty, .endPause): throw .invalid

        case (.open, .openClose):
            self = .empty
            return .closeDrawer
        case (.open, .play), (.open, .stop), (.open, .pause), (.open, .endPause), (.open, .cdDetected): throw .invalid

        case (.stopped, .play):
            self = .playing
            return .startPlayback
        case (.stopped, .openClose):
            self = .open
            return .openDrawer
        case (.stopped, .stop): return .stopAgain
        case (.stopped, .pause), (.stopped, .endPause), (.stopped, .cdDetected): throw .invalid

        case (.playing, .stop):
            self = .stopped
            return .stopPlayback
        case (.playing, .pause):
            self = .paused
            return .pausePlayback
        case (.playing, .openClose):
            self = .open
            return .openDrawer
        case (.playing, .play), (.playing, .endPause), (.playing, .cdDetected): throw .invalid

        case (.paused, .endPause):
            self = .playing
            return .resumePlayback
        case (.paused, .stop):
            self = .stopped
            return .stopPlayback
        case (.paused, .openClose):
            self = .open
            return .openDrawer
        case (.paused, .play), (.paused, .pause), (.paused, .cdDetected): throw .invalid
        }
    }
}

/// The same by hand; no action is an event that does not fit.
enum PlainPlayer {
    case empty, open, stopped, playing, paused

    mutating func handle(_ event: Player.Event) -> Player.Output? {
        switch (self, event) {
        case (.empty, .openClose):
            self = .open
            return .openDrawer
        case (.empty, .cdDetected):
            self = .stopped
            return .storeInfo
        case (.empty, .play), (.empty, .stop), (.empty, .pause), (.empty, .endPause): return nil

        case (.open, .openClose):
            self = .empty
            return .closeDrawer
        case (.open, .play), (.open, .stop), (.open, .pause), (.open, .endPause), (.open, .cdDetected): return nil

        case (.stopped, .play):
            self = .playing
            return .startPlayback
        case (.stopped, .openClose):
            self = .open
            return .openDrawer
        case (.stopped, .stop): return .stopAgain
        case (.stopped, .pause), (.stopped, .endPause), (.stopped, .cdDetected): return nil

        case (.playing, .stop):
            self = .stopped
            return .stopPlayback
        case (.playing, .pause):
            self = .paused
            return .pausePlayback
        case (.playing, .openClose):
            self = .open
            return .openDrawer
        case (.playing, .play), (.playing, .endPause), (.playing, .cdDetected): return nil

        case (.paused, .endPause):
            self = .playing
            return .resumePlayback
        case (.paused, .stop):
            self = .stopped
            return .stopPlayback
        case (.paused, .openClose):
            self = .open
            return .openDrawer
        case (.paused, .play), (.paused, .pause), (.paused, .cdDetected): return nil
        }
    }
}
