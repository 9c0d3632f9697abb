public import Observation

/// The latest picture of a stream, and figures about the stream.
///
/// It exists from the start of a stream to its stop, through errors and retries, so that the last
/// picture stays on the screen. A ``StreamModel`` makes it.
@MainActor
@Observable
public final class StreamPlayer {
    /// The picture to show; `nil` before the first.
    public private(set) var latestFrame: CameraFrame?

    /// How many pictures have arrived, skipped ones included.
    public private(set) var frames = 0

    /// How many pictures were skipped, because they arrived too fast.
    public private(set) var skippedFrames = 0

    /// How many bytes the received pictures had, without skipped ones.
    public private(set) var bytes = 0

    /// How many connections were made.
    public private(set) var connections = 0

    /// How many pictures per second have arrived within the last two seconds.
    public private(set) var framesPerSecond = 0.0

    @ObservationIgnored private let stopwatch: Stopwatch
    @ObservationIgnored private var rate = FrameRate()

    init(stopwatch: Stopwatch) {
        self.stopwatch = stopwatch
    }

    /// Counts a connection that begins.
    func connect() {
        connections += 1
    }

    /// Shows a picture.
    func receive(_ frame: CameraFrame, skipped: Int) {
        latestFrame = frame
        frames += 1 + skipped
        skippedFrames += skipped
        bytes += frame.data.count
        rate.note(1 + skipped, at: stopwatch.elapsed)
        framesPerSecond = rate.value(at: stopwatch.elapsed)
    }

    /// Updates the figures while no picture arrives, until the task is cancelled.
    func play() async {
        while await stopwatch.sleep(for: .seconds(1)) {
            let current = rate.value(at: stopwatch.elapsed)
            if current != framesPerSecond { framesPerSecond = current }
        }
    }
}
