public import Foundation

extension VideoModel {
    /// Shows a video: a view, another process, a device.
    ///
    /// The model calls it as the machine enters and exits activities: it is open during
    /// `playback(file:)`, and runs during `advancing` inside it.
    public protocol Player: Sendable {
        /// Opens a file; called once before it is closed again, and not necessarily before the
        /// first ``resume(from:)``.
        ///
        /// - Throws: An error whose description says why this player cannot show the file.
        func open(_ file: URL) async throws

        /// Plays from a progress between 0 and 1: where it was suspended, or where the user has
        /// moved to since.
        func resume(from progress: Double) async

        /// Pauses the video at a progress between 0 and 1; it may come after ``close()``, if both
        /// end at once.
        func suspend(at progress: Double) async

        /// Closes the file, and releases everything that was needed to show it.
        func close() async

        /// Waits until the player fails: stops before the end of the video without having been
        /// asked to.
        ///
        /// The model then pauses, and calls this again: a player that is resumed may fail again.
        ///
        /// - Returns: The reason, in words for people; `nil` when the task has been cancelled.
        func waitForFailure() async -> String?
    }
}

extension VideoModel.Player {
    /// A player that never fails once it has opened a file.
    public func waitForFailure() async -> String? {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return nil
    }
}
