import StateMachineTestSupport
import StreamMachine
import Testing

/// Where a body ends: every place of a boundary with everything that can follow it (RFC 2046,
/// section 5.1.1).
///
/// Two rules differ from the RFC: cameras also end lines with a line feed alone, and because a
/// picture can have any bytes, a line that only begins with the boundary does not end it.
@Suite(.timeLimit(.minutes(5)), .computing) struct MultipartDelimiterTests {
    /// The bytes before the boundary, in the body "x".
    enum Place: String, CaseIterable {
        case afterLineEnd = "\r\n"
        case afterLineFeed = "\n"
        case afterEmptyLine = "\r\n\r\n"
        case afterTwoReturns = "\r\r\n"
        case afterReturn = "\r"
        case afterBlank = "\r\n "
        case afterHyphen = "\r\n-"
        case inLine = ""

        /// The part of it that belongs to the body, if a boundary begins a line here.
        var bodyBeforeBoundary: String? {
            switch self {
            case .afterLineEnd, .afterLineFeed: ""
            case .afterEmptyLine: "\r\n"
            case .afterTwoReturns: "\r"
            case .afterReturn, .afterBlank, .afterHyphen, .inLine: nil
            }
        }
    }

    /// The bytes after the boundary.
    enum Tail: String, CaseIterable {
        case lineEnd = "\r\n"
        case lineFeed = "\n"
        case blank = " \r\n"
        case tab = "\t\r\n"
        case blanks = " \t \n"
        case manyBlanks = "                                                                \n"
        case close = "--"
        case closedLine = "--\r\n"
        case closeAndText = "--x\r\n"
        case hyphen = "-\r\n"
        case letter = "c\r\n"
        case blankAndLetter = " c\r\n"
        case tooManyBlanks = "                                                                 \n"
        case onlyReturn = "\rc\r\n"

        enum Meaning { case next, last, text }

        var meaning: Meaning {
            switch self {
            case .lineEnd, .lineFeed, .blank, .tab, .blanks, .manyBlanks: .next
            case .close, .closedLine, .closeAndText: .last
            case .hyphen, .letter, .blankAndLetter, .tooManyBlanks, .onlyReturn: .text
            }
        }
    }

    private func parse(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
        var parser = MultipartParser(boundary: try MultipartBoundary("b"), largestPart: 200)
        var bodies: [String] = []
        for piece in pieces {
            parser.append(piece)
            while let part = try parser.next() { bodies.append(String(decoding: part.body, as: UTF8.self)) }
        }
        return bodies
    }

    private func expected(_ place: Place, _ tail: Tail) -> [String] {
        let text = "x\(place.rawValue)--b\(tail.rawValue)\r\ny"
        guard let before = place.bodyBeforeBoundary else { return [text] }
        return switch tail.meaning {
        case .next: ["x" + before, "y"]
        case .last: ["x" + before]
        case .text: [text]
        }
    }

    @Test(arguments: Place.allCases, Tail.allCases)
    func `a boundary ends a body only as a whole line`(place: Place, tail: Tail) throws {
        let stream = Array("--b\r\n\r\nx\(place.rawValue)--b\(tail.rawValue)\r\ny\r\n--b--".utf8)
        let expected = expected(place, tail)
        #expect(try parse([stream[...]]) == expected)
        #expect(try parse(stream.indices.map { stream[$0...$0] }) == expected)
        for split in stream.indices { #expect(try parse([stream[..<split], stream[split...]]) == expected) }
    }

    /// The same before the first part, where the boundary also stands at the beginning.
    @Test(arguments: [
        ("", true), ("text\r\n", true), ("text\n", true), ("\r\n", true), ("text", false), ("text\r", false),
    ])
    func `the first part begins after the first line that is a boundary`(preamble: String, isLine: Bool) throws {
        for tail in Tail.allCases where tail != .tooManyBlanks {
            let first = Array("\(preamble)--b\(tail.rawValue)\r\nx\r\n--b\r\n\r\ny\r\n--b--".utf8)
            let bodies: [String] =
                switch tail.meaning {
                case .next: isLine ? ["x", "y"] : ["y"]
                case .last: isLine ? [] : ["y"]
                case .text: ["y"]
                }
            #expect(try parse([first[...]]) == bodies)
            #expect(try parse(first.indices.map { first[$0...$0] }) == bodies)
        }
    }

    /// The size of a body of unknown length is known only when its end is, but too many bytes are
    /// refused before.
    @Test(arguments: [199, 200, 201], ["\r\n", "\n"])
    func `a body may have as many bytes as the largest part`(count: Int, lineEnd: String) throws {
        let body = String(repeating: "x", count: count)
        for header in ["", "Content-Length: \(count)\r\n"] {
            let stream = Array("--b\r\n\(header)\r\n\(body)\(lineEnd)--b--".utf8)
            let pieces = [[stream[...]], stream.indices.map { stream[$0...$0] }]
            for pieces in pieces {
                if count <= 200 {
                    #expect(try parse(pieces) == [body])
                } else {
                    #expect(throws: MultipartError.partTooLarge(limit: 200)) { try parse(pieces) }
                }
            }
        }
    }

    @Test func `a body without an end is refused as soon as it is too large for certain`() throws {
        for (bytes, isWithin) in [(200, true), (201, true), (202, false)] {
            // The last byte may be the return of the line end before a boundary.
            let stream = Array("--b\r\n\r\n".utf8) + [UInt8](repeating: 0x0D, count: bytes)
            if isWithin {
                #expect(try parse([stream[...]]) == [])
            } else {
                #expect(throws: MultipartError.partTooLarge(limit: 200)) { try parse([stream[...]]) }
            }
            let withLineFeed = stream + [0x0A]
            if isWithin {
                #expect(try parse([withLineFeed[...]]) == [])
            } else {
                #expect(throws: MultipartError.partTooLarge(limit: 200)) { try parse([withLineFeed[...]]) }
            }
        }
    }

    /// A header and the text around parts may have four kilobytes each.
    @Test(arguments: [4095, 4096, 4097])
    func `text may have as many bytes as its limit, for each part anew`(count: Int) throws {
        let error = count <= 4096 ? nil : MultipartError.malformedHeader
        let field = "X: " + String(repeating: "y", count: count - 7) + "\r\n\r\n"
        #expect(field.utf8.count == count)
        let headers = "--b\r\n\(field)one\r\n--b\r\n\(field)two\r\n--b--"
        try expect(headers, ["one", "two"], error)
        let between = error == nil ? nil : MultipartError.boundaryNotFound
        let preamble = String(repeating: "y", count: count - 7) + "\r\n--b\r\n"
        try expect("\(preamble)\r\none\r\n--b\r\n\r\ntwo\r\n--b--", ["one", "two"], between)
        let part = "Content-Length: 3\r\n\r\none" + String(repeating: "\n", count: count - 5) + "--b\r\n"
        try expect("--b\r\n\(part)\(part)\r\ntwo\r\n--b--", ["one", "one", "two"], between)
    }

    private func expect(_ stream: String, _ bodies: [String], _ error: MultipartError?) throws {
        let stream = Array(stream.utf8)
        for pieces in [[stream[...]], stream.indices.map { stream[$0...$0] }] {
            if let error {
                #expect(throws: error) { try parse(pieces) }
            } else {
                #expect(try parse(pieces) == bodies)
            }
        }
    }
}
