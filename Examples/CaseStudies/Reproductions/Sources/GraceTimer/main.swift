import GRPCConnections
import NIOCore
import NIOEmbedded
import NIOHTTP2

// A server begins a graceful shutdown, after which it may close the connection by force. The event
// loop's time is simulated.

func add<Handler: ChannelHandler>(_ handler: Handler, to channel: EmbeddedChannel) throws -> Handler {
    try channel.pipeline.syncOperations.addHandler(handler)
    return handler
}

/// Adds a project's handler with a grace time of 20 seconds to a channel.
func add(_ project: String, to channel: EmbeddedChannel, _ loop: EmbeddedEventLoop) throws -> any NIOHTTP2StreamDelegate
{
    switch project {
    case "nio":
        let handler = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: loop,
            configuration: .init(maxIdleTime: nil, maxAge: nil, maxGraceTime: .seconds(20), keepalive: nil)
        )
        return try add(handler, to: channel).http2StreamDelegate
    case "grpc":
        let handler = ServerConnectionManagementHandler(
            eventLoop: loop,
            maxIdleTime: nil,
            maxAge: nil,
            maxGraceTime: .seconds(20),
            keepaliveTime: nil,
            keepaliveTimeout: nil,
            allowKeepaliveWithoutCalls: true,
            minPingIntervalWithoutCalls: .seconds(1),
            requireALPN: false
        )
        return try add(handler, to: channel).http2StreamDelegate
    default:
        let handler = HTTP2ServerConnectionManager(
            eventLoop: loop,
            idleTimeout: nil,
            maxAgeTimeout: nil,
            gracefulCloseTimeout: .seconds(20)
        )
        return try add(handler, to: channel).streamDelegate
    }
}

for project in ["nio", "grpc", "hummingbird"] {
    for answers in [true, false] {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(handler: nil, loop: loop)
        let delegate = try add(project, to: channel, loop)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        delegate.streamCreated(1, channel: channel)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            guard answers, case .ping(let data, ack: false) = frame.payload else { continue }
            try channel.writeInbound(HTTP2Frame(streamID: .rootStream, payload: .ping(data, ack: true)))
        }
        loop.advanceTime(by: .seconds(21))
        let isOpen = channel.isActive
        loop.advanceTime(by: .hours(24))
        print("\(project), the client \(answers ? "answers" : "is silent"):")
        print("  open after 21 s: \(isOpen), open after a day: \(channel.isActive)")
    }
}
