import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A collector that is told what a session would report, without a session.
@Suite(.timeLimit(.minutes(5)), .computing) struct AnswerCollectorTests {
    private let address = URL(string: "http://localhost/")

    /// The field `Content-Encoding`.
    enum Coding: String, CaseIterable {
        case missing = ""
        case identity, Identity
        case gzip, br

        /// Whether the announced length is that of other bytes than the body (RFC 9110, section
        /// 8.6).
        var isOfOtherBytes: Bool {
            switch self {
            case .missing, .identity, .Identity: false
            case .gzip, .br: true
            }
        }
    }

    private func response(_ coding: Coding, announcing length: Int?) throws -> HTTPURLResponse {
        var fields: [String: String] = [:]
        fields["Content-Length"] = length.map(String.init)
        if coding != .missing { fields["Content-Encoding"] = coding.rawValue }
        return try #require(
            address.flatMap { HTTPURLResponse(url: $0, statusCode: 200, httpVersion: nil, headerFields: fields) }
        )
    }

    @Test(arguments: Coding.allCases, [nil, 0, 9, 10, 11, 1000] as [Int?])
    func `an answer is cut off if fewer bytes came than it announced`(coding: Coding, announced: Int?) throws {
        let answer = HTTPAnswer(response: try response(coding, announcing: announced), body: Data(count: 10))
        #expect(answer.isCutOff == (!coding.isOfOtherBytes && [11, 1000].contains(announced)))
    }

    /// Other answers may announce a length and have no body, such as one with the status 304 (RFC
    /// 9110, section 8.6).
    @Test(arguments: [(200, 11, false), (200, 10, true), (200, 9, true), (304, 11, true), (404, 11, true)])
    func `an answer whose status is 200 has all announced bytes`(status: Int, announced: Int, isWhole: Bool) throws {
        let collector = AnswerCollector(limit: 20)
        let url = try #require(address)
        let fields = ["Content-Length": "\(announced)"]
        let head = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
        #expect(collector.didReceive(try #require(head)))
        #expect(collector.didReceive(Data(count: 10)))
        collector.didComplete(nil)
        if isWhole {
            #expect(try collector.answer(from: url).body.count == 10)
        } else {
            #expect(throws: TransportFailure.connectionLost) { try collector.answer(from: url) }
            #expect(try collector.answer(from: url, method: "HEAD").status == 200)
        }
    }

    @Test(arguments: Coding.allCases, [nil, 0, 10, 11, 1000] as [Int?])
    func `an answer that announces more bytes than it may have is refused at once`(coding: Coding, announced: Int?)
        throws
    {
        let collector = AnswerCollector(limit: 10)
        let isRefused = !coding.isOfOtherBytes && [11, 1000].contains(announced)
        #expect(collector.didReceive(try response(coding, announcing: announced)) != isRefused)
        // Bytes that were in flight do not count again.
        #expect(collector.didReceive(Data(count: isRefused ? 11 : 10)))
        collector.didComplete(isRefused ? URLError(.cancelled) : nil)
        if isRefused {
            #expect(throws: TransportFailure.tooLong(limit: 10)) { try collector.answer(from: address) }
        } else {
            #expect(try collector.answer(from: address).body.count == 10)
        }
    }

    @Test(arguments: [
        ([10], true), ([11], false), ([4, 6], true), ([4, 7], false), ([5, 5, 0], true), ([5, 5, 1], false), ([], true),
    ])
    func `the pieces of an answer count together`(pieces: [Int], isWithin: Bool) throws {
        let collector = AnswerCollector(limit: 10)
        #expect(collector.didReceive(try response(.missing, announcing: nil)))
        let bytes = Data(0..<20)
        var sent = Data()
        for (index, count) in pieces.enumerated() {
            let piece = bytes[sent.count..<sent.count + count]
            #expect(collector.didReceive(piece) == (isWithin || index < pieces.count - 1))
            sent += piece
        }
        if isWithin {
            collector.didComplete(nil)
            #expect(try collector.answer(from: address).body == sent)
        } else {
            #expect(collector.didReceive(Data([1])))
            collector.didComplete(URLError(.cancelled))
            #expect(throws: TransportFailure.tooLong(limit: 10)) { try collector.answer(from: address) }
        }
    }

    @Test func `the first failure counts, and none after the end`() throws {
        let slow = TransportFailure.tooSlow(after: .seconds(1))
        let failing = AnswerCollector(limit: 10)
        #expect(!failing.didReceive(try response(.missing, announcing: 11)))
        failing.fail(with: slow)
        failing.didComplete(URLError(.cancelled))
        #expect(throws: TransportFailure.tooLong(limit: 10)) { try failing.answer(from: address) }

        let tooSlow = AnswerCollector(limit: 10)
        tooSlow.fail(with: slow)
        tooSlow.didComplete(URLError(.cancelled))
        #expect(throws: slow) { try tooSlow.answer(from: address) }
        // Its head comes too late.
        let late = AnswerCollector(limit: 10)
        late.fail(with: slow)
        #expect(!late.didReceive(try response(.missing, announcing: 11)))
        #expect(throws: slow) { try late.answer(from: address) }

        let whole = AnswerCollector(limit: 10)
        #expect(whole.didReceive(try response(.missing, announcing: 0)))
        whole.didComplete(nil)
        whole.fail(with: slow)
        #expect(try whole.answer(from: address).body.isEmpty)
    }

    @Test func `a request that ends without an answer has lost its connection`() {
        let collector = AnswerCollector(limit: 10)
        collector.didComplete(nil)
        #expect(throws: TransportFailure.connectionLost) { try collector.answer(from: address) }
    }

    @Test func `the error of the request counts, even if some bytes came`() throws {
        let collector = AnswerCollector(limit: 10)
        #expect(collector.didReceive(try response(.missing, announcing: 5)))
        #expect(collector.didReceive(Data(count: 4)))
        collector.didComplete(URLError(.timedOut))
        #expect(throws: TransportFailure.timedOut) { try collector.answer(from: address) }
    }
}
