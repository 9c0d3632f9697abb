public import Foundation

/// Something that shows a video: another process, a view, a device.
///
/// The model calls it as the machine enters and leaves its activities: it is open during `playback(file:)`, and runs during
/// `advancing` inside it.
public protocol VideoPlayer: Sendable {
    /// Opens a file; called once before it is closed again, and not necessarily before the first ``resume(from:)``.
    ///
    /// - Throws: An error whose description says why this player cannot show the file.
    func open(_ file: URL) async throws

    /// Runs, from a part of the length between 0 and 1: where it was suspended, or where the user has moved to since.
    func resume(from progress: Double) async

    /// Holds the video, which has come to this part of its length.
    func suspend(at progress: Double) async

    /// Lets go of the file, and of everything that was needed to show it.
    func close() async

    /// Waits until the player has stopped showing the video by itself, without having shown it to its end.
    ///
    /// The model pauses then, and waits for the next time: a player that is run again may fail again.
    ///
    /// - Returns: Why, in words for people; `nil` when the task has been cancelled.
    func waitForFailure() async -> String?
}

extension VideoPlayer {
    /// A player that never fails once it has opened a file.
    public func waitForFailure() async -> String? {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return nil
    }
}
