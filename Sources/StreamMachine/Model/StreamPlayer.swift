public import Observation

/// What shows the pictures of a stream: it keeps the latest one, and counts.
///
/// It lives from the start of a stream to its stop, through errors and retries, so that the last picture stays on the screen
/// meanwhile. A ``StreamModel`` makes it.
@MainActor
@Observable
public final class StreamPlayer {
    /// The picture to show; `nil` before the first.
    public private(set) var latestFrame: CameraFrame?

    /// How many pictures have come.
    public private(set) var frames = 0

    /// How many pictures came too fast to be taken.
    public private(set) var skippedFrames = 0

    /// How many bytes the pictures had that were taken.
    public private(set) var bytes = 0

    /// How many connections have fed it.
    public private(set) var connections = 0

    /// How many pictures have come per second lately.
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

    /// Keeps the figures true while no picture comes, until the task is cancelled.
    func play() async {
        while await stopwatch.sleep(for: .seconds(1)) {
            let current = rate.value(at: stopwatch.elapsed)
            if current != framesPerSecond { framesPerSecond = current }
        }
    }
}
