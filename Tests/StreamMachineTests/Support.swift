import Foundation
import StateMachineExampleSupport
import StateMachineTestSupport
import StreamMachine
import Testing

/// A camera that takes a picture every twentieth of a second of a clock, and its address.
func withCamera(
    fault: CameraFault? = nil,
    announcesLength: Bool = true,
    clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (LoopbackCamera, URL) async throws -> Void
) async throws {
    let camera = try LoopbackCamera(
        framesPerSecond: 20,
        clock: clock,
        announcesLength: announcesLength,
        fault: fault
    )
    defer { camera.stop() }
    try await body(camera, try #require(URL(string: camera.address)))
}

extension CameraClient {
    /// Watches until a number of pictures have come, or until it fails.
    ///
    /// Cameras are slow enough here that none is skipped.
    func watch(frames count: Int) async -> (frames: [CameraFrame], error: CameraError) {
        // A task of its own, which can be cancelled from inside.
        let watching = Task { () -> (frames: [CameraFrame], error: CameraError) in
            var frames: [CameraFrame] = []
            do throws(CameraError) {
                try await watch { frame, _ in
                    frames.append(frame)
                    if frames.count == count { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch {
                return (frames, error)
            }
        }
        return await withTaskCancellationHandler {
            await watching.value
        } onCancel: {
            watching.cancel()
        }
    }
}

extension CameraFault {
    /// How the client says that it ended.
    var expectedError: CameraError? {
        switch self {
        case .hang, .stall, .refused: nil
        case .drop, .restart: .connectionLost
        case .boundary: .malformedBoundary("it is empty")
        case .mismatch: .malformedStream
        case .large: .frameTooLarge(limit: 16_000_000)
        case .garbage: .notAPicture
        case .page: .notAStream(type: "text/html")
        case .busy: .refused(status: 503)
        }
    }

    /// How many pictures come before it.
    var framesBefore: Int {
        switch self {
        case .drop, .restart, .stall: 5
        case .hang, .boundary, .mismatch, .large, .garbage, .page, .busy, .refused: 0
        }
    }
}
