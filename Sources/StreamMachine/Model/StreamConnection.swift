/// One connection from a player to a camera, with a timeout for each frame.
@MainActor
final class StreamConnection {
    /// The longest pause between two frames that does not count as an empty buffer.
    static let longestBuffer = Duration.seconds(2)

    private let camera: CameraClient
    private let player: StreamPlayer
    private let timeout: Duration
    private let stopwatch: Stopwatch

    /// The time when the last frame arrived or, before the first frame, when the connection began.
    private var latest: Duration
    private var isBuffered = false

    init(of player: StreamPlayer, to camera: CameraClient, timeout: Duration, stopwatch: Stopwatch) {
        self.player = player
        self.camera = camera
        self.timeout = timeout
        self.stopwatch = stopwatch
        latest = stopwatch.elapsed
    }

    /// Feeds frames to the player until an error ends the stream.
    ///
    /// - Parameters:
    ///   - didBuffer: A closure to call for the first frame, and for the first frame after each
    ///     pause.
    ///   - didReceive: A closure to call afterwards for every frame, with the number of frames
    ///     skipped before it.
    /// - Returns: The error that ended the stream.
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

    /// Waits until no frame has arrived for longer than the timeout.
    private func limit() async -> CameraError {
        while true {
            let left = latest + timeout - stopwatch.elapsed
            if left <= .zero { return .timedOut(after: timeout) }
            guard await stopwatch.sleep(for: left) else { return .cancelled }
        }
    }
}
