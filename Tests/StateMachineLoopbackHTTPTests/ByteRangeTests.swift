import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-99", ByteRange.Selection.part(0..<100)), ("bytes=100-", .part(100..<1000)),
        ("bytes=999-", .part(999..<1000)), ("bytes=-1", .part(999..<1000)), ("bytes=-1000", .part(0..<1000)),
        ("bytes=-5000", .part(0..<1000)), ("bytes=5-5", .part(5..<6)), ("bytes=0-5000", .part(0..<1000)),
        ("bytes=0-99999999999999999999999", .part(0..<1000)), ("Bytes=0-0", .part(0..<1)),
        ("bytes=1000-", .unsatisfiable), ("bytes=1000-1001", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=99999999999999999999999-", .unsatisfiable),
        ("bytes=5-4", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("", .whole),
        ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole), ("bytes=0-1-2", .whole),
        ("bytes=٣-٤", .whole), ("lines=0-1", .whole), ("bytes=0-1,5-6", .whole), ("bytes=0-,-1", .whole),
        ("=bytes=0-1", .whole), ("bytes==0-1", .whole),
    ])
    func `a range selects the bytes that RFC 9110 says; malformed and multiple ranges are ignored`(
        field: String,
        selection: ByteRange.Selection
    ) {
        #expect(ByteRange.selection(of: 1000, by: field) == selection)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func `an empty resource has no satisfiable range`(field: String) {
        #expect(ByteRange.selection(of: 0, by: field) == .unsatisfiable)
        #expect(ByteRange.selection(of: 0, by: nil) == .whole)
    }

    @Test func `a part is never empty and always inside the resource`() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["bytes=", "bytes", "-", ",", "0", "1", "7", "99", "9223372036854775807", " ", "=", "x"]
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...10, using: &generator)
            let field = (0..<Int.random(in: 1...5, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard case .part(let part) = ByteRange.selection(of: length, by: field) else { continue }
            #expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length, "\(field) of \(length)")
        }
    }
}
