import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension VideoState {
    /// A file and its playback position.
    public struct PlaybackState: Hashable, Sendable {
        /// The file with the complete video.
        public let file: URL

        /// The position as a fraction of the video's length, from 0 to 1.
        public private(set) var progress: Double = 0

        /// Creates a playback that begins at the start of the video.
        public init(file: URL) {
            self.file = file
        }

        /// Whether the playback has reached the end.
        public var isAtEnd: Bool { progress == 1 }

        var atStart: PlaybackState { PlaybackState(file: file) }

        var atEnd: PlaybackState {
            var playback = self
            playback.progress = 1
            return playback
        }

        mutating func move(to progress: Double) throws(Refusal) {
            // NaN is not in any range.
            guard (0...1).contains(progress) else { throw .outOfRange }
            self.progress = progress
        }
    }
}
