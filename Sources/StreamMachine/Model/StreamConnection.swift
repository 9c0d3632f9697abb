/// One connection of a player to a camera, with a limit to the wait for each picture.
@MainActor
final class StreamConnection {
    /// A longer pause than this counts as an empty buffer.
    static let longestBuffer = Duration.seconds(2)

    private let camera: CameraClient
    private let player: StreamPlayer
    private let timeout: Duration
    private let stopwatch: Stopwatch

    /// When the last picture arrived; before the first, when the connection began.
    private var latest: Duration
    private var isBuffered = false

    init(of player: StreamPlayer, to camera: CameraClient, timeout: Duration, stopwatch: Stopwatch) {
        self.player = player
        self.camera = camera
        self.timeout = timeout
        self.stopwatch = stopwatch
        latest = stopwatch.elapsed
    }

    /// Feeds the player until something goes wrong.
    ///
    /// - Parameters:
    ///   - didBuffer: Called at the first picture, and at the first one after each pause.
    ///   - didReceive: Called after that with each picture, and with how many were skipped before
    ///     it.
    /// - Returns: What went wrong.
    func run(
        didBuffer: @escaping @Sendable () async -> Void,
        didReceive: @escaping @MainActor (CameraFrame, Int) -> Void
    ) async -> CameraError {
        player.connect()
        return await withTaskGroup(of: CameraError.self) { group in
            group.addTask { await self.receive(didBuffer, didReceive) }
            group.addTask { await self.limit() }
            let first = await group.next() ?? .cancelled
            group.cancelAll()
            return first
        }
    }

    private func receive(
        _ didBuffer: @Sendable () async -> Void,
        _ didReceive: @MainActor (CameraFrame, Int) -> Void
    ) async -> CameraError {
        do throws(CameraError) {
            try await camera.watch { frame, skipped in
                let pause = stopwatch.elapsed - latest
                latest = stopwatch.elapsed
                player.receive(frame, skipped: skipped)
                if !isBuffered || pause > Self.longestBuffer {
                    isBuffered = true
                    await didBuffer()
                }
                if !Task.isCancelled { didReceive(frame, skipped) }
            }
        } catch {
            return error
        }
    }

    /// Waits until no picture has come for too long.
    private func limit() async -> CameraError {
        while true {
            let left = latest + timeout - stopwatch.elapsed
            if left <= .zero { return .timedOut(after: timeout) }
            guard await stopwatch.sleep(for: left) else { return .cancelled }
        }
    }
}
