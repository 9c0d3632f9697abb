import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

// Runs the HTTP client's channel handler in a NIO channel, with a server on the same machine.
// usage: HTTP1 headers [COUNT] | early-response

final class Upload: HTTPExecutableRequest, @unchecked Sendable {
    let logger = Logger(label: "")
    let requestHead: HTTPRequestHead
    let requestFramingMetadata: RequestFramingMetadata
    let requestOptions = RequestOptions()
    let endsAfterResponseHead: Bool
    var executor: (any HTTPRequestExecutor)?

    init(headers: Int, body: RequestFramingMetadata.Body, endsAfterResponseHead: Bool = false) {
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
        for number in 0..<headers { head.headers.add(name: "x-\(number)", value: String(repeating: "0", count: 1024)) }
        switch body {
        case .fixedSize(let size): head.headers.add(name: "content-length", value: "\(size)")
        case .stream: head.headers.add(name: "transfer-encoding", value: "chunked")
        }
        requestHead = head
        requestFramingMetadata = RequestFramingMetadata(connectionClose: false, body: body)
        self.endsAfterResponseHead = endsAfterResponseHead
    }

    func willExecuteRequest(_ executor: any HTTPRequestExecutor) { self.executor = executor }
    func requestHeadSent() { print("  the head is sent") }
    func resumeRequestBodyStream() { print("  resume the body") }
    func pauseRequestBodyStream() { print("  pause the body") }
    func requestBodyStreamSent() { print("  the body is sent") }
    func receiveResponseHead(_ head: HTTPResponseHead) {
        print("  response \(head.status.code)")
        if endsAfterResponseHead { executor?.finishRequestBodyStream(trailers: nil, request: self, promise: nil) }
    }
    func receiveResponseBodyParts(_ buffer: CircularBuffer<ByteBuffer>) {}
    func receiveResponseEnd(_ buffer: CircularBuffer<ByteBuffer>?, trailers: HTTPHeaders?) { print("  response ends") }
    func fail(_ error: any Error) { print("  the request fails:", error) }
}

final class Server: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    let response: String

    init(_ response: String) { self.response = response }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !response.isEmpty { context.writeAndFlush(NIOAny(ByteBuffer(string: response)), promise: nil) }
    }
}

func send(_ upload: Upload, response: String) async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Server(response))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    guard let address = server.localAddress else { return }
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let decoder = HTTPResponseDecoder(informationalResponseStrategy: .forward)
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(HTTPRequestEncoder())
                try pipeline.addHandler(ByteToMessageHandler(decoder))
                try pipeline.addHandler(
                    HTTP1ClientChannelHandler(
                        eventLoop: channel.eventLoop,
                        backgroundLogger: Logger(label: ""),
                        connectionIdLoggerMetadata: ""
                    )
                )
            }
        }
        .connect(to: address).get()
    try await channel.eventLoop.submit {
        channel.pipeline.syncOperations.write(NIOAny(upload), promise: nil)
    }.get()
    try await Task.sleep(for: .milliseconds(500))
    print("no crash")
}

switch CommandLine.arguments.dropFirst().first {
case "headers":
    let count = Int(CommandLine.arguments.dropFirst(2).first ?? "") ?? 64
    try await send(Upload(headers: count, body: .fixedSize(1)), response: "")
case "early-response":
    try await send(
        Upload(headers: 0, body: .stream, endsAfterResponseHead: true),
        response: "HTTP/1.1 413 Payload Too Large\r\ncontent-length: 5\r\n\r\n"
    )
default: print("usage: HTTP1 headers [COUNT] | early-response")
}
