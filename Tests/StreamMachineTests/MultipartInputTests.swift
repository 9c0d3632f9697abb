import StateMachineTestSupport
import Testing

@testable import StreamMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct MultipartInputTests {
    /// A stream has no end, so what has been taken of it must not stay.
    @Test func `taken bytes are removed before they are most of what is stored`() {
        var input = MultipartInput()
        for number in 10..<1000 {
            input.append("line \(number)\nthe rest of".utf8)
            #expect(input.takeLine() == Array("\(number == 10 ? "" : "the rest of")line \(number)".utf8))
            #expect(input.count == 11)
            #expect(input.bytes.count <= 2 * (11 + 9 + 11))
        }
    }

    @Test func `a line is found among bytes that have been looked through for a boundary`() {
        var input = MultipartInput()
        input.append("one\ntwo".utf8)
        guard case .atLeast(6) = input.takeBody(before: Array("--b".utf8)) else {
            Issue.record("there is no boundary")
            return
        }
        #expect(input.take(2) == Array("on".utf8))
        #expect(input.takeLine() == Array("e".utf8))
        #expect(input.takeLine() == nil)
        #expect(input.take(3) == Array("two".utf8))
    }
}
