import Foundation
import StateMachineHTTPClient
import StateMachineTestSupport
import Testing

@testable import StreamMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct CameraSessionTests {
    /// A session of Apple's platforms waits for the permission; one on Linux ignores it.
    @Test(arguments: [200, 404])
    func `every answer may come, and the request for an unwanted one is cancelled`(status: Int) throws {
        let address = try #require(URL(string: "http://127.0.0.1:1/"))
        let session = URLSession(timeout: .seconds(600))
        defer { session.invalidateAndCancel() }
        let fields = ["Content-Type": "multipart/x-mixed-replace; boundary=b"]
        let head = try #require(
            HTTPURLResponse(url: address, statusCode: status, httpVersion: nil, headerFields: fields)
        )
        let (camera, frames) = (CameraSession(), FrameQueue(largestFrame: 10))
        let task = session.dataTask(with: address)
        camera.add(CameraSession.Exchange(address: address, request: CancellableRequest(), frames: frames), for: task)
        var permissions: [URLSession.ResponseDisposition] = []
        camera.urlSession(session, dataTask: task, didReceive: head) { permissions.append($0) }
        #expect(permissions == [.allow])
        // The queue goes on after an answer that is wanted.
        #expect(frames.append(Data()) == (status == 200))
    }
}
