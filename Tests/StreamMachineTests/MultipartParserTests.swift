import StateMachineGraphs
import StateMachineTestSupport
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct MultipartParserTests {
    /// What comes out of a stream: bodies, and how it ends.
    struct Result: Equatable {
        var bodies: [String] = []
        var types: [String?] = []
        var error: MultipartError?
        var hasEnded = false
    }

    /// Parses a stream that arrives in pieces.
    static func parse(_ pieces: [[UInt8]], boundary: String = "b", largestPart: Int = 100) throws -> Result {
        var parser = MultipartParser(boundary: try MultipartBoundary(boundary), largestPart: largestPart)
        var result = Result()
        do throws(MultipartError) {
            for piece in pieces {
                parser.append(piece)
                while let part = try parser.next() {
                    result.bodies.append(String(decoding: part.body, as: UTF8.self))
                    result.types.append(part.contentType)
                }
            }
            try parser.finish()
        } catch {
            result.error = error
        }
        result.hasEnded = parser.hasEnded
        return result
    }

    static func parse(_ stream: String, boundary: String = "b", largestPart: Int = 100) throws -> Result {
        try parse([Array(stream.utf8)], boundary: boundary, largestPart: largestPart)
    }

    /// Streams with the bodies that are in them, and how they end.
    static let streams: [(stream: String, bodies: [String], error: MultipartError?)] = [
        ("--b\r\nContent-Length: 3\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\nbehind", ["one", "two"], nil),
        ("--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--", ["one", "two"], nil),
        ("--b\r\nContent-Length:\t3 \r\n\r\none\r\n--b--", ["one"], nil),
        ("--b\r\nContent-Length: \t 3\t \t\r\n\r\none\r\n--b--", ["one"], nil),
        ("a preamble\r\n\r\n--bat\r\n--b \t\r\nX: y\r\n\r\n--bone\r\n--bat\r\n--b--", ["--bone\r\n--bat"], nil),
        ("--b\nContent-type:image/jpeg\n\none\r\n\n--b\n\ntwo\n--b--", ["one\r\n", "two"], nil),
        ("--b\r\nCONTENT-LENGTH: 8\r\n\r\n\r\n--b\r\n\r\r\n\r\n--b\r\n\r\n\r\n--b--", ["\r\n--b\r\n\r", ""], nil),
        ("--b\r\nContent-Length: 0\r\n\r\n\r\n--b\r\n\r\n-\r\n--\r\n--b-\r\n--b--", ["", "-\r\n--\r\n--b-"], nil),
        ("--b\r\n\r\n\r\r\n--b--\r\n--b\r\n\r\nnot this\r\n--b\r\n", ["\r"], nil),
        ("--b\r\nContent-Length: 3\r\n\r\none", ["one"], nil),
        ("--b\r\nContent-Length: 3\r\n\r\nonetwo\r\n--b--", ["one"], .boundaryNotFound),
        ("--b\r\nContent-Length: 3\r\n\r\non", [], .truncated),
        ("--b\r\n\r\none\r\n--", [], .truncated),
        ("--b\r\nContent-Length: 3\r\n", [], .truncated),
        ("--b\r\n\r\none\r\n--b\r\nno colon\r\n\r\ntwo\r\n--b--", ["one"], .malformedHeader),
        ("--b\r\nContent-Length: -1\r\n\r\n", [], .malformedHeader),
        ("--b\r\nContent-Length:\r\n\r\n", [], .malformedHeader),
        ("--b\r\nContent-Length: 99999999999999999999\r\n\r\n", [], .malformedHeader),
        ("--b\r\nContent-Length: 101\r\n\r\n", [], .partTooLarge(limit: 100)),
        ("--b\r\n\r\n" + String(repeating: "x", count: 100) + "\r\n--b--", [String(repeating: "x", count: 100)], nil),
        ("--b\r\n\r\n" + String(repeating: "x", count: 101) + "\r\n--b--", [], .partTooLarge(limit: 100)),
        ("--b\r\n\r\n" + String(repeating: "\n--bx", count: 40), [], .partTooLarge(limit: 100)),
        ("--b\r\n\r\n" + String(repeating: "\n--b", count: 40), [""], .malformedHeader),
        ("--b\r\n\r\none\r\n--b" + String(repeating: " ", count: 80) + "\r\n--b--", ["one\r\n--b" + blanks(80)], nil),
        ("", [], nil),
        ("--b-", [], nil),
    ]

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    @Test(arguments: streams)
    func `a stream has these parts and this end`(stream: String, bodies: [String], error: MultipartError?) throws {
        let result = try Self.parse(stream)
        #expect(result.bodies == bodies)
        #expect(result.error == error)
    }

    @Test(arguments: streams)
    func `a stream in any two pieces has the same parts`(stream: String, bodies: [String], error: MultipartError?)
        throws
    {
        let bytes = Array(stream.utf8)
        for index in 0...bytes.count {
            let result = try Self.parse([Array(bytes[..<index]), Array(bytes[index...])])
            #expect(result.bodies == bodies, "split at \(index)")
            #expect(result.error == error, "split at \(index)")
        }
        #expect(try Self.parse(bytes.map { [$0] }) == Self.parse(stream))
    }

    @Test func `random streams in random pieces have the same parts`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let words = [
            "--b", "\r\n", "\n", "\r", "--", "-", " ", "Content-Length: 5", "Content-Type: image/jpeg", "12345", "x",
            ":",
        ]
        for round in 0..<ProcessEnvironment.runs(400) {
            // Half of them begin as a stream does, so that the other half of the parser is reached
            // too.
            var stream = generator.chance(1, in: 2) ? "--b\r\n\r\n" : ""
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                stream += words.randomElement(using: &generator) ?? ""
            }
            let whole = try Self.parse(stream, largestPart: 30)
            var rest = Array(stream.utf8)[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...12, using: &generator))
                pieces.append(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            let inPieces = try Self.parse(pieces, largestPart: 30)
            #expect(inPieces == whole, "seed \(seed), round \(round): \(stream.debugDescription)")
        }
    }

    @Test func `a part of known length comes with its last byte, any other with the boundary behind it`() throws {
        var parser = MultipartParser(boundary: try MultipartBoundary("b"))
        parser.append("--b\r\nContent-Length: 3\r\nContent-Type: image/jpeg\r\n\r\non".utf8)
        #expect(try parser.next() == nil)
        parser.append("e".utf8)
        #expect(try parser.next()?.contentType == "image/jpeg")
        parser.append("\r\n--b\r\n\r\ntwo\r\n--b".utf8)
        #expect(try parser.next() == nil)
        parser.append("\r\n".utf8)
        #expect(try parser.next()?.body == Array("two".utf8))
    }

    @Test func `a part comes with the line feed of the boundary behind it, even without a return`() throws {
        var parser = MultipartParser(boundary: try MultipartBoundary("b"))
        parser.append("--b\n\none\n--b".utf8)
        #expect(try parser.next() == nil)
        parser.append("\n".utf8)
        #expect(try parser.next()?.body == Array("one".utf8))
    }

    @Test func `the hyphens before a boundary may be announced with it, as many cameras do`() throws {
        for delimiter in ["--b", "----b"] {
            let stream = "\(delimiter)\r\n\r\none\r\n\(delimiter)\r\n\r\ntwo\r\n\(delimiter)--"
            let result = try Self.parse(stream, boundary: "--b")
            #expect(result.bodies == ["one", "two"])
            #expect(result.hasEnded)
        }
    }

    @Test func `a preamble or a header without end is given up`() throws {
        let long = String(repeating: "x", count: 20_000)
        #expect(try Self.parse(long).error == .boundaryNotFound)
        #expect(try Self.parse(String(repeating: "x\r\n", count: 20_000)).error == .boundaryNotFound)
        #expect(try Self.parse("--b\r\n\(long)").error == .malformedHeader)
        #expect(
            try Self.parse("--b\r\nContent-Length: 1\r\n\r\nx" + String(repeating: "\n", count: 20_000)).error
                == .boundaryNotFound
        )
    }

    @Test func `an error is thrown again by each call`() throws {
        var parser = MultipartParser(boundary: try MultipartBoundary("b"))
        parser.append("--b\r\nx\r\n".utf8)
        for _ in 1...2 {
            #expect(throws: MultipartError.malformedHeader) { try parser.next() }
            parser.append("\r\n--b\r\n\r\n\r\n--b\r\n".utf8)
        }
        #expect(throws: MultipartError.malformedHeader) { try parser.finish() }
    }
}
