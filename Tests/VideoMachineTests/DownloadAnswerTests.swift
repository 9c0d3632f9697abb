import TestSupport
import Testing

@testable import VideoMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct DownloadAnswerTests {
    private let known = PartialFile.Knowledge(received: 5, expected: 10, validator: "\"first\"")

    private func consequence(validator: String?) -> DownloadAnswer.Consequence {
        let range = ContentRange("bytes 5-9/10")
        return DownloadAnswer(status: 206, length: 5, range: range, validator: validator).consequence(after: known)
    }

    @Test func `parts of two versions are not put together, even if their lengths are the same`() {
        #expect(consequence(validator: "\"second\"") == .startAnew)
        #expect(consequence(validator: "\"first\"") == .receive(from: 5, to: 10, total: 10))
        #expect(consequence(validator: nil) == .receive(from: 5, to: 10, total: 10))
    }
}
