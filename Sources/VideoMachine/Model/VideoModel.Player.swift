public import Foundation

extension VideoModel {
    /// A player that shows a video, for example a view, another process or a device.
    ///
    /// The model calls the player when the machine enters and exits activities. The player is open
    /// during `playback(file:)` and plays during `advancing`, which runs inside `playback(file:)`.
    public protocol Player: Sendable {
        /// Opens a file.
        ///
        /// Before each call to ``close()``, the model calls this method once. The model may call
        /// ``resume(from:)`` for the first time before it calls this method.
        ///
        /// - Throws: An error whose description explains why this player cannot show the file.
        func open(_ file: URL) async throws

        /// Plays from a position between 0 (the beginning) and 1 (the end).
        ///
        /// The player resumes at the position where it was suspended, or at the position that the
        /// user has chosen since then.
        func resume(from progress: Double) async

        /// Pauses the video at a position between 0 (the beginning) and 1 (the end).
        ///
        /// If playback and advancing end together, the model may call this method after
        /// ``close()``.
        func suspend(at progress: Double) async

        /// Closes the file and releases every resource that was needed to show it.
        func close() async

        /// Waits until the player fails.
        ///
        /// A player fails if it stops before the end of the video without a request from the model.
        /// The model then pauses and calls this method again, because the player may fail again
        /// after it resumes.
        ///
        /// - Returns: The reason as a message for users, or `nil` if the task has been cancelled.
        func waitForFailure() async -> String?
    }
}

extension VideoModel.Player {
    /// Waits until the task is cancelled.
    ///
    /// This implementation is for players that never fail after they have opened a file.
    public func waitForFailure() async -> String? {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return nil
    }
}
