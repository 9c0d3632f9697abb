public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPClient

/// Watches a camera over HTTP, as cameras send: `multipart/x-mixed-replace` with a JPEG file in each part.
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
        // How long to wait is decided by those who watch, and a stream has no end.
        session = URLSession(timeout: .seconds(24 * 60 * 60), delegate: delegate)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Connects, and hands over one picture after the other until there are no more.
    ///
    /// The next picture waits until the last one has been received. If they come faster than that, the oldest of those that wait
    /// are skipped. Cancelling the task cancels the request, and this returns when that has happened.
    ///
    /// - Parameters:
    ///   - isolation: Leave it out; it is the actor that this is called from.
    ///   - receive: Takes a picture, and how many were skipped before it.
    /// - Throws: ``CameraError``, always: a stream has no end that is not one.
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
