public import Foundation
import HTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Watches a camera over HTTP, as cameras send: `multipart/x-mixed-replace` with a JPEG file in
/// each part.
///
/// ```swift
/// let camera = CameraClient(address: address)
/// do {
///     try await camera.watch { frame, _ in show(frame.data) }
/// } catch {
///     print(error)        // "The camera ended the stream", for instance
/// }
/// ```
public final class CameraClient: Sendable {
    /// Where the camera is.
    public let address: URL

    private let largestFrame: Int
    private let delegate = CameraSession()
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The address of the stream, with the scheme `http` or `https`.
    ///   - largestFrame: The most bytes that a picture may have.
    public init(address: URL, largestFrame: Int = 16 * 1024 * 1024) {
        self.address = address
        self.largestFrame = largestFrame
        // The task that watches decides how long to wait, and a stream has no end.
        session = URLSession(timeout: .seconds(24 * 60 * 60), delegate: delegate)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Connects, and delivers one picture after the other until the stream ends.
    ///
    /// The next picture waits until the last one has been received. If pictures arrive faster, the
    /// oldest waiting ones are skipped. Cancelling the task cancels the request, and this returns
    /// when the request has ended.
    ///
    /// - Parameters:
    ///   - isolation: Leave it out; it is the actor that this is called from.
    ///   - receive: Called with a picture, and with how many were skipped before it.
    /// - Throws: ``CameraError``, always: each end of a stream is one.
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
