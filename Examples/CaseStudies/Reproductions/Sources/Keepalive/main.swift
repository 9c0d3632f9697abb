import GRPCConnections
import NIOCore
import NIOEmbedded
import NIOHTTP2

// A call begins, but the server never answers a ping. The event loop's time is simulated.

/// Returns the number of pings that a client sends in a day, and whether its connection is then
/// still open.
func day(time: Int64, timeout: Int64, afterAnotherCall: Bool = false) throws -> (pings: Int, isOpen: Bool) {
    let loop = EmbeddedEventLoop()
    let handler = ClientConnectionHandler(
        eventLoop: loop,
        maxIdleTime: .minutes(30),
        keepaliveTime: .seconds(time),
        keepaliveTimeout: .seconds(timeout),
        keepaliveWithoutCalls: false
    )
    let channel = EmbeddedChannel(handler: handler, loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.writeInbound(HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([]))))
    if afterAnotherCall {
        handler.http2StreamDelegate.streamCreated(1, channel: channel)
        handler.http2StreamDelegate.streamClosed(1, channel: channel)
    }
    handler.http2StreamDelegate.streamCreated(3, channel: channel)
    loop.advanceTime(by: .hours(24))
    var pings = 0
    while let frame = try channel.readOutbound(as: HTTP2Frame.self) { if case .ping = frame.payload { pings += 1 } }
    return (pings, channel.isActive)
}

switch CommandLine.arguments.last {
case "timeout":
    for timeout: Int64 in [5, 10, 11, 20] {
        print("a ping every 10 s, a timeout of \(timeout) s:", try day(time: 10, timeout: timeout))
    }
case "idle":
    print("the first call:", try day(time: 10, timeout: 5))
    print("the second call:", try day(time: 10, timeout: 5, afterAnotherCall: true))
default: print("usage: Keepalive timeout|idle")
}
