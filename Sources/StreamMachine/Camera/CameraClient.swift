public import Foundation
import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reads a camera's frames over HTTP.
///
/// Cameras send a `multipart/x-mixed-replace` response with a JPEG file in each part.
///
/// ```swift
/// let camera = CameraClient(address: address)
/// do {
///     try await camera.watch { frame, _ in show(frame.data) }
/// } catch {
///     print(error)        // for example, "The camera ended the stream"
/// }
/// ```
public final class CameraClient: Sendable {
    /// The stream's address.
    public let address: URL

    private let largestFrame: Int
    private let delegate = CameraSession()
    private let session: URLSession

    /// Creates a client for the stream at this address.
    ///
    /// - Parameters:
    ///   - address: The stream's address, with the scheme `http` or `https`.
    ///   - largestFrame: The maximum size of a frame, in bytes.
    public init(address: URL, largestFrame: Int = 16_000_000) {
        self.address = address
        self.largestFrame = largestFrame
        // The caller decides how long to wait, and a stream has no regular end. So the session's
        // own timeout is a day.
        session = URLSession(timeout: .seconds(24 * 60 * 60), delegate: delegate)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Connects to the camera and delivers one frame at a time until the stream ends.
    ///
    /// This method waits for the closure to return before it delivers the next frame. If frames
    /// arrive faster than that, it skips the oldest ones that are waiting. Cancelling the task
    /// cancels the request, and the method ends when the request has ended.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor. Leave this parameter out.
    ///   - receive: A closure that receives a frame and the number of frames skipped before it.
    /// - Throws: ``CameraError``. This method never returns normally, because every way in which a
    ///   stream can end is an error.
    public func watch(
        isolation: isolated (any Actor)? = #isolation,
        _ receive: (_ frame: CameraFrame, _ skipped: Int) async -> Void
    ) async throws(CameraError) -> Never {
        let request = CancellableRequest()
        let frames = FrameQueue(largestFrame: largestFrame)
        let task = session.dataTask(with: address)
        delegate.add(CameraSession.Exchange(address: address, request: request, frames: frames), for: task)
        let error = await withTaskCancellationHandler {
            request.start(task)
            while true {
                do throws(CameraError) {
                    let (frame, skipped) = try await frames.next()
                    if !Task.isCancelled { await receive(frame, skipped) }
                } catch {
                    return error
                }
            }
        } onCancel: {
            request.cancel()
        }
        throw Task.isCancelled ? .cancelled : error
    }
}
