public import Observation

/// A stream's latest frame, and statistics about the stream.
///
/// A ``StreamModel`` creates a player when a stream starts and keeps it until the stream stops,
/// even after errors and retries, so the last frame stays on the screen.
@MainActor
@Observable
public final class StreamPlayer {
    /// The frame to show; `nil` before the first frame.
    public private(set) var latestFrame: CameraFrame?

    /// The number of frames that have arrived, including skipped frames.
    public private(set) var frames = 0

    /// The number of frames skipped because they arrived too fast.
    public private(set) var skippedFrames = 0

    /// The total size of the received frames in bytes, without skipped frames.
    public private(set) var bytes = 0

    /// The number of connections made.
    public private(set) var connections = 0

    /// The number of frames per second, measured over the last two seconds.
    public private(set) var framesPerSecond = 0.0

    private let stopwatch: Stopwatch
    @ObservationIgnored private var rate = FrameRate()

    init(stopwatch: Stopwatch) {
        self.stopwatch = stopwatch
    }

    /// Counts a new connection.
    func connect() {
        connections += 1
    }

    /// Stores a frame as the latest one and updates the statistics.
    func receive(_ frame: CameraFrame, skipped: Int) {
        latestFrame = frame
        frames += 1 + skipped
        skippedFrames += skipped
        bytes += frame.data.count
        rate.note(1 + skipped, at: stopwatch.elapsed)
        framesPerSecond = rate.value(at: stopwatch.elapsed)
    }

    /// Updates the frame rate while no frames arrive, until the task is cancelled.
    func play() async {
        while await stopwatch.sleep(for: .seconds(1)) {
            let current = rate.value(at: stopwatch.elapsed)
            if current != framesPerSecond { framesPerSecond = current }
        }
    }
}
