import Foundation
import StateMachineTestSupport
import Testing

@testable import VideoMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The decision about an answer to a request for the rest of a video, for every combination of four
/// columns.
///
/// The expected decisions are from RFC 9110: 13.1.5 (`If-Range`), 14.4 (`Content-Range`), 15.3.7
/// (206) and 15.5.17 (416).
@Suite(.timeLimit(.minutes(5)), .computing) struct DownloadAnswerTests {
    /// The video has ten bytes and the tag "first", or this date.
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// What is on disk before the request.
    enum Held: CaseIterable {
        case nothing
        /// A former answer announced the video and broke off before its first byte.
        case onlyNotes
        case firstByte
        case part
        case partOfUnknownTotal
        /// Its version has a date and no tag.
        case datedPart

        var knowledge: PartialFile.Knowledge {
            switch self {
            case .nothing: .init()
            case .onlyNotes: .init(received: 0, expected: 10, validator: "\"first\"")
            case .firstByte: .init(received: 1, expected: 10, validator: "\"first\"")
            case .part: .init(received: 5, expected: 10, validator: "\"first\"")
            case .partOfUnknownTotal: .init(received: 5, expected: nil, validator: "\"first\"")
            case .datedPart: .init(received: 5, expected: 10, validator: DownloadAnswerTests.date)
            }
        }
    }

    enum Status: Int, CaseIterable {
        case ok = 200
        case transformed = 203
        case partialContent = 206
        case notModified = 304
        case notFound = 404
        case preconditionFailed = 412
        case rangeNotSatisfiable = 416
        case unavailable = 503
    }

    /// The field `Content-Range`.
    enum Range: CaseIterable {
        case missing, otherUnit
        case rest, piece, restOfUnknownTotal
        case restOfOtherTotal, beyondTotal
        case earlierBegin, laterBegin, heldBytes
        case impossibleEnd, reversed
        case noneOfWhole, noneOfHeld, noneOfFewer, noneOfUnknown

        func field(after received: Int64) -> String? {
            switch self {
            case .missing: nil
            case .otherUnit: "items \(received)-9/10"
            case .rest: "bytes \(received)-9/10"
            case .piece: "bytes \(received)-7/10"
            case .restOfUnknownTotal: "bytes \(received)-9/*"
            case .restOfOtherTotal: "bytes \(received)-9/12"
            case .beyondTotal: "bytes \(received)-11/*"
            case .earlierBegin: "bytes \(received - 1)-9/10"
            case .laterBegin: "bytes \(received + 1)-9/10"
            case .heldBytes: "bytes 0-\(received - 1)/\(received)"
            case .impossibleEnd: "bytes \(received)-10/10"
            case .reversed: "bytes \(received)-\(received - 1)/10"
            case .noneOfWhole: "bytes */10"
            case .noneOfHeld: "bytes */\(received)"
            case .noneOfFewer: "bytes */\(max(1, received - 1))"
            case .noneOfUnknown: "bytes */*"
            }
        }
    }

    /// What the answer says about its version.
    enum Version: CaseIterable {
        case unnamed, same, other, weak, otherKind

        func fields(of held: Held) -> [String: String] {
            switch (self, held) {
            case (.unnamed, _): [:]
            case (.same, .datedPart): ["Last-Modified": DownloadAnswerTests.date]
            case (.other, .datedPart): ["Last-Modified": "Sun, 06 Nov 1994 08:49:38 GMT"]
            case (.same, _), (.otherKind, .datedPart): ["ETag": "\"first\""]
            case (.other, _): ["ETag": "\"second\"", "Last-Modified": DownloadAnswerTests.date]
            case (.weak, _): ["ETag": "W/\"first\"", "Last-Modified": DownloadAnswerTests.date]
            case (.otherKind, _): ["Last-Modified": DownloadAnswerTests.date]
            }
        }

        /// Whether a server that respects `If-Range` may answer like this with a part of the
        /// version on disk.
        var fitsHeldBytes: Bool { self == .unnamed || self == .same }
    }

    private func expected(_ held: Held, _ status: Status, _ range: Range, _ version: Version)
        -> DownloadAnswer.Consequence
    {
        switch status {
        // The whole, of any version: the answer announces twelve bytes.
        case .ok: .receive(from: 0, to: 12, total: 12)
        case .partialContent:
            switch held {
            case .nothing, .onlyNotes: expectedBeginning(range)
            case .firstByte: version.fitsHeldBytes ? expectedRest(range, from: 1, of: 10) : .startAnew
            case .part, .datedPart: version.fitsHeldBytes ? expectedRest(range, from: 5, of: 10) : .startAnew
            case .partOfUnknownTotal: version.fitsHeldBytes ? expectedRest(range, from: 5, of: nil) : .startAnew
            }
        case .rangeNotSatisfiable:
            switch (held, range) {
            case (.nothing, .noneOfHeld), (.onlyNotes, .noneOfHeld): .fail(.notAVideo(.empty))
            case (.nothing, _), (.onlyNotes, _): .fail(.refused(status: 416))
            case (.partOfUnknownTotal, .noneOfHeld): version.fitsHeldBytes ? .isWhole : .startAnew
            case (.firstByte, _), (.part, _), (.datedPart, _), (.partOfUnknownTotal, _): .startAnew
            }
        case .transformed, .notModified, .notFound, .preconditionFailed, .unavailable:
            .fail(.refused(status: status.rawValue))
        }
    }

    private func expectedBeginning(_ range: Range) -> DownloadAnswer.Consequence {
        switch range {
        case .rest: .receive(from: 0, to: 10, total: 10)
        case .piece: .receive(from: 0, to: 8, total: 10)
        case .restOfUnknownTotal: .receive(from: 0, to: 10, total: nil)
        case .restOfOtherTotal: .receive(from: 0, to: 10, total: 12)
        case .beyondTotal: .receive(from: 0, to: 12, total: nil)
        case .missing, .otherUnit, .earlierBegin, .laterBegin, .heldBytes, .impossibleEnd, .reversed:
            .fail(.malformedAnswer)
        case .noneOfWhole, .noneOfHeld, .noneOfFewer, .noneOfUnknown: .fail(.malformedAnswer)
        }
    }

    private func expectedRest(_ range: Range, from first: Int64, of known: Int64?) -> DownloadAnswer.Consequence {
        switch range {
        case .rest: .receive(from: first, to: 10, total: 10)
        case .piece: .receive(from: first, to: 8, total: 10)
        case .restOfUnknownTotal: .receive(from: first, to: 10, total: known)
        case .restOfOtherTotal: known == nil ? .receive(from: first, to: 10, total: 12) : .startAnew
        case .beyondTotal: known == nil ? .receive(from: first, to: 12, total: nil) : .startAnew
        case .missing, .otherUnit, .earlierBegin, .laterBegin, .heldBytes, .impossibleEnd, .reversed: .startAnew
        case .noneOfWhole, .noneOfHeld, .noneOfFewer, .noneOfUnknown: .startAnew
        }
    }

    private func answer(
        _ status: Int,
        _ fields: [String: String],
        from address: String = "http://localhost/ocean.mov"
    ) throws -> DownloadAnswer {
        let url = try #require(URL(string: address))
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        return try #require(response.flatMap(DownloadAnswer.init))
    }

    @Test(arguments: Held.allCases, Status.allCases)
    func `an answer is added to the bytes on disk only if it fits them`(held: Held, status: Status) throws {
        for range in Range.allCases {
            for version in Version.allCases {
                var fields = version.fields(of: held)
                fields["Content-Range"] = range.field(after: held.knowledge.received)
                fields["Content-Length"] = "12"
                let answer = try answer(status.rawValue, fields)
                let consequence = answer.consequence(after: held.knowledge)
                #expect(consequence == expected(held, status, range, version), "\(range), \(version)")
            }
        }
    }

    /// Two files may have the same date, and their servers need not name their versions at all; so
    /// a redirect to another address counts as the same version only with the same tag.
    @Test(arguments: [Held.firstByte, .part, .datedPart, .partOfUnknownTotal], [206, 416])
    func `what is at another address is joined by its tag alone`(held: Held, status: Int) throws {
        var known = held.knowledge
        let range = status == 206 ? "bytes \(known.received)-9/10" : "bytes */\(known.expected ?? known.received)"
        for isSame in [true, false] {
            known.address = URL(string: "http://localhost/\(isSame ? "" : "other/")ocean.mov")
            for version in Version.allCases {
                var fields = version.fields(of: held)
                fields["Content-Range"] = range
                let isJoined = isSame ? version.fitsHeldBytes : version == .same && held != .datedPart
                let isRest = try answer(status, fields).consequence(after: known) != .startAnew
                let isPossible = status == 206 || known.expected == nil
                #expect(isRest == (isJoined && isPossible), "\(isSame) \(version)")
            }
        }
    }

    /// The offsets of a range are those of the compressed bytes (RFC 9110, section 14.4).
    @Test(arguments: Held.allCases)
    func `a compressed part is not joined with the bytes on disk`(held: Held) throws {
        let received = held.knowledge.received
        for (coding, isCompressed) in [("gzip", true), ("br", true), ("identity", false), ("Identity", false)] {
            let fields = ["Content-Range": "bytes \(received)-9/10", "Content-Encoding": coding]
            let consequence = try answer(206, fields).consequence(after: held.knowledge)
            let refusal: DownloadAnswer.Consequence = received > 0 ? .startAnew : .fail(.malformedAnswer)
            #expect(consequence == (isCompressed ? refusal : .receive(from: received, to: 10, total: 10)), "\(coding)")
        }
    }

    @Test(
        arguments: [
            ("12", 12), ("0", 0), ("-1", nil), ("", nil), ("many", nil), (nil, nil), ("99999999999999999999", nil),
        ] as [(String?, Int64?)]
    )
    func `a whole has the announced length, if that is a number`(field: String?, length: Int64?) throws {
        var fields: [String: String] = [:]
        fields["Content-Length"] = field
        #expect(try answer(200, fields).consequence(after: .init()) == .receive(from: 0, to: length, total: length))
        // The announced length of a compressed answer is not that of the video.
        fields["Content-Encoding"] = "gzip"
        #expect(try answer(200, fields).consequence(after: .init()) == .receive(from: 0, to: nil, total: nil))
    }

    @Test func `an answer of another protocol has no consequence`() throws {
        let url = try #require(URL(string: "file:///ocean.mov"))
        let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 5, textEncodingName: nil)
        #expect(DownloadAnswer(response) == nil)
    }
}
