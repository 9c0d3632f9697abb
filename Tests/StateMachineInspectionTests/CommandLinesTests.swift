import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineInspection

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The stream of commands that an app reads, whatever a server sends.
@Suite(.timeLimit(.minutes(1)), .computing) struct CommandLinesTests {
    private static let limit = 1024 * 1024

    /// The lines that have arrived.
    private func lines(of receiver: ResponseLines) async -> [String] {
        receiver.didComplete(nil)
        var lines: [String] = []
        for await line in receiver.lines { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    @Test(arguments: [
        (["a\nb\n"], ["a", "b"]), (["a", "b\n"], ["ab"]), (["a\n", "\n\n", "b\n"], ["a", "b"]), (["\n"], []),
        ([""], []), (["a"], []), (["a\nb"], ["a"]), (["a\r\n"], ["a\r"]), (["é", "é\n"], ["éé"]),
        (["a\n", "b", "\nc\n"], ["a", "b", "c"]),
    ])
    func `a line ends with its line feed, and empty ones are signs of life`(pieces: [String], expected: [String]) async
    {
        let receiver = ResponseLines()
        for piece in pieces { #expect(receiver.didReceive(Data(piece.utf8))) }
        #expect(await lines(of: receiver) == expected)
    }

    @Test func `a line without an end is given up after a mebibyte`() async {
        let receiver = ResponseLines()
        let half = Data(repeating: UInt8(ascii: "x"), count: Self.limit / 2)
        #expect(receiver.didReceive(Data("first\n".utf8)) && receiver.didReceive(half) && receiver.didReceive(half))
        #expect(!receiver.didReceive(Data("x".utf8)))
        #expect(await lines(of: receiver) == ["first"])
    }

    @Test func `lines that end are taken, however long all of them are`() async {
        let receiver = ResponseLines()
        let line = Data(repeating: UInt8(ascii: "x"), count: Self.limit)
        for _ in 0..<3 { #expect(receiver.didReceive(line) && receiver.didReceive(Data("\n".utf8))) }
        #expect(await lines(of: receiver).map(\.utf8.count) == [Self.limit, Self.limit, Self.limit])
    }

    @Test func `at most a thousand lines wait, the first ones`() async {
        let receiver = ResponseLines()
        for number in 0..<1001 { #expect(receiver.didReceive(Data("\(number)\n".utf8))) }
        #expect(await lines(of: receiver) == (0..<1000).map { "\($0)" })
    }

    @Test(arguments: [200, 201, 204, 206, 303, 304, 403, 404, 500])
    func `only status 200 begins the commands`(status: Int) throws {
        let receiver = ResponseLines()
        #expect(!receiver.hasBegun)
        let address = try #require(URL(string: "http://localhost:1/commands"))
        let response = HTTPURLResponse(url: address, statusCode: status, httpVersion: nil, headerFields: nil)
        #expect(receiver.didReceive(try #require(response)) == (status == 200))
        #expect(receiver.hasBegun == (status == 200))
    }
}
