import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension VideoState {
    /// Which file is played, and how far.
    public struct PlaybackState: Hashable, Sendable {
        /// The file that holds the whole video.
        public let file: URL

        /// Which part of its length has been played, from 0 to 1.
        public private(set) var progress: Double = 0

        /// A video at its beginning.
        public init(file: URL) {
            self.file = file
        }

        /// Whether the end has been reached.
        public var isAtEnd: Bool { progress == 1 }

        var atStart: PlaybackState { PlaybackState(file: file) }

        var atEnd: PlaybackState {
            var playback = self
            playback.progress = 1
            return playback
        }

        mutating func move(to progress: Double) throws(TransitionError) {
            // Not a number is in no range.
            guard (0...1).contains(progress) else { throw .invalid }
            self.progress = progress
        }
    }
}
