public import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A video that is downloaded and then played.
///
/// The player opens when the file is complete. Nothing plays during the download.
///
/// A machine plays only one video. The activity `playback` keeps the player open so that the user
/// can see the video again, and never ends. This is intentional, although it is listed as a
/// finding.
public enum VideoState: StateDefinition, Hashable {
    /// The user has not started the download yet, has cancelled it, or has given up after a
    /// failure.
    case willDownload(from: URL)

    /// The download is in progress.
    case downloading(Download)

    /// The video is playing, either because its download just finished or because the user pressed
    /// play.
    case playing(PlaybackState)

    /// The user has paused the video, or it has reached its end. The player stays open either way.
    case paused(PlaybackState)

    /// The download has failed. The payload contains the reason. The bytes received so far are kept
    /// for a retry.
    case failed(from: URL, reason: String)

    /// A user's action, or a report from the download or the player.
    public enum Event: Hashable, Sendable {
        /// The user requests the video, for the first time or after a cancellation or a failure.
        case download

        /// The download reports its progress. The payload is the total number of bytes received
        /// so far, and the file's size if it is known.
        case didReceive(bytes: Int64, of: Int64?)

        /// The download is complete. The payload is the file.
        case didFinishDownload(file: URL)

        /// The download has failed. The payload is the reason.
        case didFailDownload(String)

        /// The user cancels the download, or gives up after it has failed.
        case cancel

        /// The user presses play.
        case play

        /// The user presses pause.
        case pause

        /// The video has advanced. The payload is the new position, as a fraction of the video's
        /// length from 0 to 1.
        case didProgress(Double)

        /// The user moves to another position. The payload is the position, as a fraction of the
        /// video's length from 0 to 1.
        case seek(Double)

        /// The video has reached its end.
        case didPlayToEnd
    }

    /// The reason why an event is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The current state does not handle the event.
        case invalid

        /// A byte count is negative.
        case negativeCount

        /// The position is outside 0...1 or not a number.
        case outOfRange
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// A partial file on disk keeps the bytes received so far, from which a retry resumes. The
        /// file is removed when the machine exits the activity. The payload is the video's address.
        case partialFile(URL)

        /// The download is in progress. The payload is the video's address.
        case download(URL)

        /// A player has the video's file open, even during a pause.
        case playback(file: URL)

        /// The video advances.
        case advancing
    }

    /// Moves to the next state.
    ///
    /// - Throws: The reason if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch self {
        case .willDownload(let source):
            switch event {
            case .download: self = .downloading(Download(from: source))
            case .didReceive, .didFinishDownload, .didFailDownload, .cancel: throw .invalid
            case .play, .pause, .didProgress, .seek, .didPlayToEnd: throw .invalid
            }

        case .downloading(var download):
            switch event {
            case .didReceive(let bytes, let total):
                try download.update(received: bytes, expected: total)
                self = .downloading(download)
            case .didFinishDownload(let file): self = .playing(PlaybackState(file: file))
            case .didFailDownload(let reason): self = .failed(from: download.source, reason: reason)
            case .cancel: self = .willDownload(from: download.source)
            case .download, .play, .pause, .didProgress, .seek, .didPlayToEnd: throw .invalid
            }

        case .failed(let source, _):
            switch event {
            case .download: self = .downloading(Download(from: source))
            case .cancel: self = .willDownload(from: source)
            case .didReceive, .didFinishDownload, .didFailDownload: throw .invalid
            case .play, .pause, .didProgress, .seek, .didPlayToEnd: throw .invalid
            }

        case .playing(var playback):
            switch event {
            case .pause: self = .paused(playback)
            case .didProgress(let progress), .seek(let progress):
                try playback.move(to: progress)
                self = .playing(playback)
            case .didPlayToEnd: self = .paused(playback.atEnd)
            case .download, .didReceive, .didFinishDownload, .didFailDownload, .cancel, .play: throw .invalid
            }

        case .paused(var playback):
            switch event {
            case .play: self = .playing(playback.isAtEnd ? playback.atStart : playback)
            case .seek(let progress):
                try playback.move(to: progress)
                self = .paused(playback)
            case .download, .didReceive, .didFinishDownload, .didFailDownload, .cancel: throw .invalid
            case .pause, .didProgress, .didPlayToEnd: throw .invalid
            }
        }
    }

    /// The state's activities, with each inner activity after the one that surrounds it.
    ///
    /// The download runs inside the activity that keeps the partial file. The video advances inside
    /// the activity that keeps the player open.
    public var activities: [Activity] {
        switch self {
        case .willDownload: []
        case .downloading(let download): [.partialFile(download.source), .download(download.source)]
        case .failed(let source, _): [.partialFile(source)]
        case .playing(let playback): [.playback(file: playback.file), .advancing]
        case .paused(let playback): [.playback(file: playback.file)]
        }
    }
}
