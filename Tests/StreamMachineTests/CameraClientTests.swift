import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct CameraClientTests {
    @Test(arguments: [true, false])
    func `pictures come whole, and each once`(announcesLength: Bool) async throws {
        try await withCamera(announcesLength: announcesLength) { camera, address in
            let (frames, error) = await CameraClient(address: address).watch(frames: 8)
            #expect(error == .cancelled)
            #expect(frames.count == 8)
            #expect(Set(frames).count == 8)
            for frame in frames {
                // The files have their own ends, so that one which is cut or run into the next
                // would show.
                #expect(frame.data.suffix(2) == Data([0xFF, 0xD9]))
                #expect(frame.data.ranges(of: [0xFF, 0xD8, 0xFF, 0xE0]).count == 1)
            }
            #expect(await eventually { camera.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test(arguments: CameraFault.allCases.filter { $0 != .hang && $0 != .stall }.usually { $0 != .restart })
    func `each fault is an error in words for people, behind the pictures before it`(fault: CameraFault) async throws {
        try await withCamera(fault: fault) { camera, address in
            let client = CameraClient(address: address)
            let (frames, error) = await client.watch(frames: 100)
            #expect(frames.count == fault.framesBefore)
            if case .unreachable(let host) = error {
                #expect(fault == .refused)
                #expect(host.hasPrefix("127.0.0.1:"))
            } else {
                #expect(error == fault.expectedError)
            }
            #expect(error.errorDescription == error.description)
            #expect(await eventually { fault != .restart || camera.fault == nil })
            try camera.setFault(nil)
            #expect(await client.watch(frames: 3).frames.count == 3)
        }
    }

    @Test(arguments: [CameraFault.hang, .stall])
    func `a camera that sends nothing more is waited for until the task is cancelled`(fault: CameraFault) async throws {
        try await withCamera(fault: fault) { camera, address in
            let client = CameraClient(address: address)
            let watching = Task { await client.watch(frames: 100) }
            #expect(await eventually { camera.requestsInProgress == 1 })
            watching.cancel()
            #expect(await watching.value.error == .cancelled)
            #expect(await eventually { camera.log.map(\.outcome) == [.clientDisconnected] })
        }
    }

    @Test(arguments: [
        ("--b--\r\n", CameraError.ended),
        ("", .ended),
        ("--b\r\nContent-Length: 2\r\n\r\nx", .connectionLost),
        ("--b\r\nContent-Length: 1\r\n\r\nx\r\n--b--", .notAPicture),
        ("--b\r\nnothing\r\n", .malformedStream),
        ("--b\r\nContent-Length: 1001\r\n\r\n", .frameTooLarge(limit: 1000)),
        ("--b\r\n\r\n" + String(repeating: "x", count: 2000), .frameTooLarge(limit: 1000)),
    ])
    func `each end of a stream has an error of its own`(body: String, expected: CameraError) async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=b"])
            try writer.write(body)
        }
        defer { server.stop() }
        let client = CameraClient(address: try #require(URL(string: server.url)), largestFrame: 1000)
        #expect(await client.watch(frames: 1).error == expected)
    }

    @Test func `a stream ends with its last boundary, even if the camera keeps the connection`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=b"])
            try writer.write("--b--\r\n")
            try writer.waitForDisconnection()
        }
        defer { server.stop() }
        #expect(await CameraClient(address: try #require(URL(string: server.url))).watch(frames: 1).error == .ended)
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
    }

    @Test func `a slow reader gets the latest pictures, and how many were skipped`() async throws {
        let part = "--b\r\nContent-Length: 3\r\n\r\n"
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=b"])
            for number in 0..<100 {
                try writer.write(Array(part.utf8) + [0xFF, 0xD8, UInt8(number)] + Array("\r\n".utf8))
            }
        }
        defer { server.stop() }
        let client = CameraClient(address: try #require(URL(string: server.url)))
        var seen: [UInt8] = []
        var total = 0
        do throws(CameraError) {
            try await client.watch { frame, skipped in
                // The reader waits until the camera has sent everything and closed the connection.
                if seen.isEmpty { _ = await eventually { server.openConnections == 0 || !server.log.isEmpty } }
                seen += frame.data.suffix(1)
                total += 1 + skipped
            }
        } catch {
            #expect(error == .ended)
        }
        #expect(seen.last == 99)
        #expect(seen == seen.sorted())
        #expect(total == 100)
    }

    @Test func `no picture comes after the task is cancelled, even if some are waiting`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=b"])
            let part = Array("--b\r\nContent-Length: 2\r\n\r\n".utf8) + [0xFF, 0xD8] + Array("\r\n".utf8)
            // They arrive at once.
            try writer.write(part + part + part)
            try writer.waitForDisconnection()
        }
        defer { server.stop() }
        let (frames, error) = await CameraClient(address: try #require(URL(string: server.url))).watch(frames: 1)
        #expect(frames.count == 1)
        #expect(error == .cancelled)
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
    }

    @Test func `a cancelled task says so, even if the stream has ended by then`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(headers: ["Content-Type": "multipart/x-mixed-replace; boundary=b"])
            try writer.write(Array("--b\r\nContent-Length: 2\r\n\r\n".utf8) + [0xFF, 0xD8] + Array("\r\n--b--".utf8))
        }
        defer { server.stop() }
        let (frames, error) = await CameraClient(address: try #require(URL(string: server.url))).watch(frames: 1)
        #expect(frames.count == 1)
        #expect(error == .cancelled)
    }

    @Test func `a camera that refuses and keeps the connection is left`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin(status: .notFound, contentLength: 100)
            try writer.waitForDisconnection()
        }
        defer { server.stop() }
        let client = CameraClient(address: try #require(URL(string: server.url)))
        #expect(await client.watch(frames: 1).error == .refused(status: 404))
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
    }

    @Test func `a client that is released closes its connections`() async throws {
        let server = try LoopbackServer { _, writer in try writer.respond(status: .notFound) }
        defer { server.stop() }
        let address = try #require(URL(string: server.url))
        #expect(await CameraClient(address: address).watch(frames: 1).error == .refused(status: 404))
        #expect(await eventually { server.log.count == 1 && server.openConnections == 0 })
    }

    @Test(arguments: [
        (CameraError.timedOut(after: .seconds(5)), "The camera timed out: no picture within 5 seconds"),
        (.unreachable(host: "localhost:1"), "Cannot connect to the camera at localhost:1"),
        (.malformedBoundary("it is empty"), "The boundary between the pictures is malformed: it is empty"),
        (.frameTooLarge(limit: 1_000_000), "A picture is larger than 1 MB"),
        (.notAStream(type: ""), "Expected a stream of pictures, but received a response without a content type"),
        (.connectionLost, "The connection to the camera was lost"), (.ended, "The camera ended the stream"),
        (.refused(status: 503), "The camera responded with status 503"),
        (.malformedStream, "The pictures are not separated by the announced boundary"),
        (.notAPicture, "The camera sent data that is not a JPEG picture"),
        (.cancelled, "The stream was cancelled"), (.network("no route"), "The network reported an error: no route"),
        (
            .notAStream(type: String(repeating: "x", count: 61)),
            "Expected a stream of pictures, but received " + String(repeating: "x", count: 60)
        ),
    ])
    func `errors read well`(error: CameraError, words: String) {
        #expect("\(error)" == words)
    }
}
