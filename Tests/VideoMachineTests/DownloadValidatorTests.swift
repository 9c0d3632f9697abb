import Foundation
import StateMachineTestSupport
import Testing

@testable import VideoMachine

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which name of a version a client may send in `If-Range` (RFC 9110, sections 8.8 and 13.1.5).
@Suite(.timeLimit(.minutes(5)), .computing) struct DownloadValidatorTests {
    enum Tag: String, CaseIterable {
        case none = ""
        case strong = "\"first\""
        case weak = "W/\"first\""
        /// The letter of a weak tag is a capital one.
        case notWeak = "w/\"first\""
        case empty = "\"\""
    }

    /// When the video changed, compared with the date of the answer.
    enum Change: CaseIterable {
        case unknown, atUnknownTime, aSecondBefore, inThatSecond, afterwards, malformed, whileDateIsMalformed

        var fields: [String: String] {
            let date = "Sun, 06 Nov 1994 08:49:37 GMT"
            return switch self {
            case .unknown: ["Date": date]
            case .atUnknownTime: ["Last-Modified": date]
            case .aSecondBefore: ["Last-Modified": date, "Date": "Sun, 06 Nov 1994 08:49:38 GMT"]
            case .inThatSecond: ["Last-Modified": date, "Date": date]
            case .afterwards: ["Last-Modified": date, "Date": "Sun, 06 Nov 1994 08:49:36 GMT"]
            case .malformed: ["Last-Modified": "yesterday", "Date": date]
            case .whileDateIsMalformed: ["Last-Modified": date, "Date": "today"]
            }
        }
    }

    private func expected(_ tag: Tag, _ change: Change) -> String? {
        switch (tag, change) {
        case (.strong, _), (.notWeak, _), (.empty, _): tag.rawValue
        // A client that has a tag does not send a date, and it never sends a weak tag.
        case (.weak, _): nil
        case (.none, .aSecondBefore): "Sun, 06 Nov 1994 08:49:37 GMT"
        // A date is strong only if no later change can have the same one (section 8.8.2.2).
        case (.none, .unknown), (.none, .atUnknownTime), (.none, .inThatSecond), (.none, .afterwards): nil
        case (.none, .malformed), (.none, .whileDateIsMalformed): nil
        }
    }

    @Test(arguments: Tag.allCases, Change.allCases)
    func `only a strong tag, or else a date in the past, names a version`(tag: Tag, change: Change) throws {
        var fields = change.fields
        if tag != .none { fields["ETag"] = tag.rawValue }
        for (coding, isCompressed) in [(nil, false), ("identity", false), ("gzip", true)] as [(String?, Bool)] {
            fields["Content-Encoding"] = coding
            let url = try #require(URL(string: "http://localhost/ocean.mov"))
            let response = HTTPURLResponse(url: url, statusCode: 206, httpVersion: nil, headerFields: fields)
            let answer = try #require(response.flatMap(DownloadAnswer.init))
            #expect(answer.validator == (isCompressed ? nil : expected(tag, change)))
        }
    }

    @Test func `a request for the rest names the version, and every request asks for uncompressed bytes`() throws {
        let source = try #require(URL(string: "http://localhost/ocean.mov"))
        for validator in [nil, "\"first\""] {
            for received in [0, 1, 5] as [Int64] {
                let known = PartialFile.Knowledge(received: received, expected: 10, validator: validator)
                let request = URLRequest(for: source, after: known)
                #expect(request.url == source)
                #expect(request.value(forHTTPHeaderField: "Range") == "bytes=\(received)-")
                #expect(request.value(forHTTPHeaderField: "If-Range") == (received > 0 ? validator : nil))
                #expect(request.value(forHTTPHeaderField: "Accept-Encoding") == "identity")
            }
        }
    }

    /// In the order of time; each differs from the one before in another part.
    private static let dates = [
        "Sat, 01 Jan 1994 00:00:00 GMT", "Sat, 01 Jan 1994 00:00:01 GMT", "Sat, 01 Jan 1994 00:01:00 GMT",
        "Sat, 01 Jan 1994 01:00:00 GMT", "Sun, 02 Jan 1994 00:00:00 GMT", "Tue, 01 Feb 1994 00:00:00 GMT",
        "Tue, 01 Mar 1994 00:00:00 GMT", "Fri, 01 Apr 1994 00:00:00 GMT", "Sun, 01 May 1994 00:00:00 GMT",
        "Wed, 01 Jun 1994 00:00:00 GMT", "Fri, 01 Jul 1994 00:00:00 GMT", "Mon, 01 Aug 1994 00:00:00 GMT",
        "Thu, 01 Sep 1994 00:00:00 GMT", "Sat, 01 Oct 1994 00:00:00 GMT", "Tue, 01 Nov 1994 00:00:00 GMT",
        "Thu, 01 Dec 1994 00:00:00 GMT", "Sun, 01 Jan 1995 00:00:00 GMT",
    ]

    @Test func `dates are compared by time, not by text`() throws {
        let dates = try Self.dates.map { try #require(HTTPDate($0)) }
        for (index, date) in dates.enumerated() {
            for (other, otherDate) in dates.enumerated() { #expect((date < otherDate) == (index < other)) }
        }
    }

    @Test(arguments: [
        "", "Sat, 01 Jan 1994 00:00:00", "Sat, 01 Jan 1994 00:00:00 CET", "Sat 01 Jan 1994 00:00:00 GMT",
        "Sat, 01 January 1994 00:00:00 GMT", "Sat, 01 Jan 1994 00:00 GMT", "Sat, 01 Jan 1994 00:00:xx GMT",
        "Sat, 01 Jan 1994 00:00:00:00 GMT", "Sat, 01 Jan 1994 00:00:xx:00 GMT",
        "Sat, 01  Jan 1994 00:00:00 GMT", "Saturday, 01-Jan-94 00:00:00 GMT",
        "Sat Jan  1 00:00:00 1994", "Sat, xx Jan 1994 00:00:00 GMT", "Sat, 01 Jan 1994 00:00:00 GMT x",
    ])
    func `a date in another format is not a date`(field: String) {
        #expect(HTTPDate(field) == nil)
    }
}
