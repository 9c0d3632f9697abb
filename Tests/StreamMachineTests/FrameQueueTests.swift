import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StreamMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The queue between the session, which is imitated here, and the reader.
@Suite(.timeLimit(.minutes(5)), .computing) struct FrameQueueTests {
    private static let type = "multipart/x-mixed-replace; boundary=b"
    private let address = URL(filePath: "/camera")

    /// A part with a picture of a size, which is at least 3; the third byte is the number of the
    /// picture.
    private func part(_ number: UInt8, size: Int = 3) -> Data {
        let picture = [0xFF, 0xD8, number] + [UInt8](repeating: 0, count: size - 3)
        return Data("--b\r\nContent-Length: \(size)\r\n\r\n".utf8) + Data(picture) + Data("\r\n".utf8)
    }

    private func queue(largestFrame: Int = 1000) -> FrameQueue {
        let queue = FrameQueue(largestFrame: largestFrame)
        #expect(queue.begin(status: 200, contentType: Self.type))
        return queue
    }

    /// The numbers of the pictures that wait, each with the number of skipped ones before it, and
    /// the end.
    private func drain(_ queue: FrameQueue) async -> (numbers: [UInt8], skipped: [Int], error: CameraError) {
        var numbers: [UInt8] = []
        var skipped: [Int] = []
        while true {
            do throws(CameraError) {
                let next = try await queue.next()
                numbers.append(next.frame.data[next.frame.data.startIndex + 2])
                skipped.append(next.skipped)
            } catch {
                return (numbers, skipped, error)
            }
        }
    }

    @Test(arguments: [1, 15, 16, 17, 18, 40])
    func `at most sixteen pictures wait, the latest ones`(count: Int) async {
        let queue = queue()
        for number in 0..<count { #expect(queue.append(part(UInt8(number)))) }
        queue.end(nil, from: address)
        let (numbers, skipped, error) = await drain(queue)
        let first = max(0, count - 16)
        #expect(numbers == (first..<count).map { UInt8($0) })
        #expect(skipped == [first] + Array(repeating: 0, count: numbers.count - 1))
        #expect(error == .ended)
    }

    /// The waiting pictures have at most as many bytes together as the largest picture may have.
    @Test(
        arguments: [
            ([10], [0]), ([4, 6], [0, 1]), ([4, 7], [1]), ([6, 3, 3], [1, 2]), ([3, 3, 3], [0, 1, 2]),
            ([3, 3, 3, 3], [1, 2, 3]),
            ([3, 3, 4, 10], [3]), ([10, 10], [1]), ([10, 3], [1]), ([5, 5, 6, 4], [2, 3]),
        ] as [([Int], [UInt8])]
    )
    func `waiting pictures have no more bytes than the largest one may have`(sizes: [Int], kept: [UInt8]) async {
        let queue = queue(largestFrame: 10)
        for (number, size) in sizes.enumerated() { #expect(queue.append(part(UInt8(number), size: size))) }
        queue.end(nil, from: address)
        let (numbers, skipped, _) = await drain(queue)
        #expect(numbers == kept)
        #expect(skipped.first == sizes.count - kept.count)
    }

    @Test func `pictures that were read make room, and each skipped one counts once`() async throws {
        let queue = queue(largestFrame: 10)
        for number in 0..<3 { #expect(queue.append(part(UInt8(number), size: 4))) }
        let first = try await queue.next()
        #expect(first.frame.data[2] == 1 && first.skipped == 1)
        #expect(queue.append(part(3, size: 6)))
        #expect(queue.append(part(4, size: 6)))
        queue.end(nil, from: address)
        let (numbers, skipped, _) = await drain(queue)
        #expect(numbers == [4])
        #expect(skipped == [2])
    }

    @Test(arguments: [9, 10, 11])
    func `a picture may have as many bytes as the largest one`(size: Int) async {
        let queue = queue(largestFrame: 10)
        #expect(queue.append(part(0, size: size)) == (size <= 10))
        queue.end(nil, from: address)
        let (numbers, _, error) = await drain(queue)
        #expect(numbers == (size <= 10 ? [0] : []))
        #expect(error == (size <= 10 ? .ended : .frameTooLarge(limit: 10)))
    }

    @Test func `after a failure nothing more is taken, and the failure outlasts the end`() async {
        let queue = queue()
        #expect(queue.append(part(0)))
        #expect(!queue.append(Data("--b\r\nno colon\r\n".utf8)))
        #expect(!queue.append(part(1)))
        queue.end(URLError(.cancelled), from: address)
        let (numbers, _, error) = await drain(queue)
        #expect(numbers == [0])
        #expect(error == .malformedStream)
    }

    @Test func `pictures come before the failure of the same piece`() async {
        let queue = queue()
        #expect(!queue.append(part(0) + part(1) + Data("--b\r\nContent-Length: 1\r\n\r\nx".utf8)))
        queue.end(nil, from: address)
        let (numbers, _, error) = await drain(queue)
        #expect(numbers == [0, 1])
        #expect(error == .notAPicture)
    }

    @Test(arguments: [200, 201, 204, 206, 299, 199, 302, 404, 503])
    func `only the status 200 is a stream`(status: Int) async {
        let queue = FrameQueue(largestFrame: 10)
        #expect(queue.begin(status: status, contentType: Self.type) == (status == 200))
        queue.end(nil, from: address)
        #expect(await drain(queue).error == (status == 200 ? .ended : .refused(status: status)))
    }

    @Test(
        arguments: [
            (.unknown, .network("words"), .connectionLost), (.networkConnectionLost, .connectionLost, .connectionLost),
            (.cancelled, .cancelled, .cancelled), (.timedOut, .network("words"), .network("words")),
            (.cannotConnectToHost, .unreachable(host: "a.b:80"), .unreachable(host: "a.b:80")),
            (.unsupportedURL, .network("words"), .network("words")),
        ] as [(URLError.Code, CameraError, CameraError)]
    )
    func `an error of the network means one error, before the answer and after it`(
        code: URLError.Code,
        before: CameraError,
        after: CameraError
    ) async throws {
        let address = try #require(URL(string: "http://a.b:80/camera"))
        for hasAnswer in [false, true] {
            let queue = FrameQueue(largestFrame: 10)
            if hasAnswer { #expect(queue.begin(status: 200, contentType: Self.type)) }
            queue.end(URLError(code, userInfo: [NSLocalizedDescriptionKey: "words"]), from: address)
            #expect(await drain(queue).error == (hasAnswer ? after : before))
        }
    }

    @Test func `a camera that closes the connection without an answer has lost it`() async {
        let silent = FrameQueue(largestFrame: 10)
        silent.end(nil, from: address)
        #expect(await drain(silent).error == .connectionLost)
    }

    @Test func `a reader that waits gets the next picture, and then the end`() async throws {
        let queue = queue()
        let reader = Task { await drain(queue) }
        for number in 0..<3 as Range<UInt8> {
            for _ in 0..<50 { await Task.yield() }
            #expect(queue.append(part(number)))
        }
        for _ in 0..<50 { await Task.yield() }
        queue.end(nil, from: address)
        let (numbers, skipped, error) = await reader.value
        #expect(numbers == [0, 1, 2] && skipped == [0, 0, 0])
        #expect(error == .ended)
    }

    /// A file begins with the marker SOI, the bytes FF D8 (ITU-T T.81, annex B).
    @Test(
        arguments: [
            ([0xFF, 0xD8], true), ([0xFF, 0xD8, 0xFF, 0xD9], true), ([0xFF, 0xD8, 0xFF, 0xE0, 0x00], true),
            ([], false), ([0xFF], false), ([0xD8], false), ([0xFF, 0xD9], false), ([0xD8, 0xFF], false),
            ([0xFF, 0xFF], false),
            ([0xFF, 0x00, 0xD8], false), ([0xFE, 0xD8], false), ([0x00, 0xFF, 0xD8], false),
            ([0x89, 0x50, 0x4E, 0x47], false),
        ] as [([UInt8], Bool)]
    )
    func `a part is a picture if it begins with the marker of an image`(body: [UInt8], isPicture: Bool) async throws {
        for announcesLength in [true, false] {
            let header = announcesLength ? "Content-Length: \(body.count)\r\n" : ""
            let stream = Array("--b\r\n\(header)\r\n".utf8) + body + Array("\r\n--b--".utf8)
            for split in 0...stream.count {
                let queue = queue()
                let goOn = [Data(stream[..<split]), Data(stream[split...])].map(queue.append)
                #expect(goOn.last == false)
                queue.end(nil, from: address)
                let frame = try? await queue.next().frame
                #expect(frame == (isPicture ? CameraFrame(data: Data(body)) : nil), "split at \(split)")
                if isPicture {
                    await #expect(throws: CameraError.ended) { try await queue.next() }
                } else {
                    await #expect(throws: CameraError.notAPicture) { try await queue.next() }
                }
            }
        }
    }
}
