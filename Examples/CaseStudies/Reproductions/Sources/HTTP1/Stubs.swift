import Logging
import NIOCore
import NIOHTTP1

// The few types of the HTTP client that its channel handler needs.

enum HTTPClientError: Error {
    case remoteConnectionClosed, bodyLengthMismatch, requestStreamCancelled, cancelled, readTimeout, writeTimeout
    case internalState

    static func internalStateFailure(file: String = #file, line: UInt = #line) -> any Error { Self.internalState }
}

struct RequestOptions {
    var idleReadTimeout: TimeAmount?
    var idleWriteTimeout: TimeAmount?
}

protocol HTTPRequestExecutor: Sendable {
    func writeRequestBodyPart(_: IOData, request: HTTPExecutableRequest, promise: EventLoopPromise<Void>?)
    func finishRequestBodyStream(
        trailers: HTTPHeaders?,
        request: HTTPExecutableRequest,
        promise: EventLoopPromise<Void>?
    )
    func demandResponseBodyStream(_ task: HTTPExecutableRequest)
    func cancelRequest(_ task: HTTPExecutableRequest)
}

protocol HTTPExecutableRequest: AnyObject, Sendable {
    var logger: Logger { get }
    var requestHead: HTTPRequestHead { get }
    var requestFramingMetadata: RequestFramingMetadata { get }
    var requestOptions: RequestOptions { get }
    func willExecuteRequest(_: HTTPRequestExecutor)
    func requestHeadSent()
    func resumeRequestBodyStream()
    func pauseRequestBodyStream()
    func requestBodyStreamSent()
    func receiveResponseHead(_ head: HTTPResponseHead)
    func receiveResponseBodyParts(_ buffer: CircularBuffer<ByteBuffer>)
    func receiveResponseEnd(_ buffer: CircularBuffer<ByteBuffer>?, trailers: HTTPHeaders?)
    func fail(_ error: Error)
}
