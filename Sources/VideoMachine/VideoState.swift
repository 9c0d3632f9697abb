public import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A video that is downloaded and then played.
///
/// What a state knows is in the state: nothing that plays is without a file, and nothing that
/// downloads has one. A machine plays one video: once that is there, the activity `playback` goes
/// on until the run is over.
public enum VideoState: StateDefinition, Hashable {
    /// Nothing is going on yet. A machine begins here, and comes back when the download is
    /// cancelled.
    case willDownload(from: URL)

    /// The bytes are coming in.
    case downloading(Download)

    /// The video runs. A finished download brings the machine here, and so does playing on after a
    /// pause.
    case playing(PlaybackState)

    /// The video is held, by the user or because it came to its end. The player stays open.
    case paused(PlaybackState)

    /// The download failed. What has come in is kept, for another try.
    case failed(from: URL, reason: String)

    /// What the user does, and what download and player report.
    public enum Event: Hashable, Sendable {
        /// The user asks for the video, for the first time or again.
        case download

        /// So many bytes are there, of so many in all: totals, not increments; `nil` for a total
        /// that is not known.
        case didReceive(bytes: Int64, of: Int64?)

        /// The whole video is there, in this file.
        case didFinishDownload(file: URL)

        /// The download failed, with a message.
        case didFailDownload(String)

        /// The user gives the download up, or leaves the screen.
        case cancel

        /// The user plays.
        case play

        /// The user pauses.
        case pause

        /// The video has advanced to this part of its length, from 0 to 1.
        case didProgress(Double)

        /// The user moves to this part of the length, from 0 to 1.
        case seek(Double)

        /// The video has reached its end.
        case didPlayToEnd
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// A part of what comes from this address is kept on disk. The exit removes it; a retry
        /// resumes from it.
        case partialFile(URL)

        /// Bytes are being fetched from this address.
        case download(URL)

        /// A player has this file open, also during a pause.
        case playback(file: URL)

        /// The video runs.
        case advancing
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state, or when it
    ///   carries a progress outside 0...1 or a negative number of bytes.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
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

    /// The partial file and inside it the download, or the open player and inside it the running
    /// video.
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
