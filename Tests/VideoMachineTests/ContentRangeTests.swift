import StateMachineTestSupport
import Testing

@testable import VideoMachine

/// The grammar of `Content-Range` (RFC 9110, section 14.4).
@Suite(.timeLimit(.minutes(5)), .computing) struct ContentRangeTests {
    /// Fields with the offsets of the first byte and of the byte after the last one.
    @Test(
        arguments: [
            ("bytes 0-0/1", 0, 1, 1), ("bytes 0-9/10", 0, 10, 10), ("bytes 5-9/10", 5, 10, 10),
            ("bytes 9-9/10", 9, 10, 10), ("bytes 5-5/*", 5, 6, nil), ("Bytes 5-7/10", 5, 8, 10),
            ("BYTES 0-1/9", 0, 2, 9),
            ("bytes  1-2/3", 1, 3, 3), ("bytes 01-02/003", 1, 3, 3),
            ("bytes 0-9223372036854775806/9223372036854775807", 0, .max, .max),
            ("bytes 0-9223372036854775806/*", 0, .max, nil),
        ] as [(String, Int64, Int64, Int64?)]
    )
    func `a field has the offsets of its bytes`(field: String, first: Int64, end: Int64, total: Int64?) throws {
        let range = try #require(ContentRange(field))
        #expect(range.part == first..<end)
        #expect(range.total == total)
    }

    @Test(
        arguments: [("bytes */0", 0), ("bytes */10", 10), ("bytes */9223372036854775807", .max)] as [(String, Int64)]
    )
    func `a field without offsets has the total alone`(field: String, total: Int64) throws {
        let range = try #require(ContentRange(field))
        #expect(range.part == nil)
        #expect(range.total == total)
    }

    @Test(arguments: [
        // The last byte is not inside the whole, or comes before the first one.
        "bytes 0-10/10", "bytes 0-0/0", "bytes 10-10/10", "bytes 5-4/10", "bytes 5-4/*", "bytes 9-0/10",
        // Something is missing.
        "", "bytes", "bytes ", "0-9/10", "bytes 0-9", "bytes /10", "bytes 0/10", "bytes -9/10", "bytes 0-/10",
        "bytes 0-9/", "bytes */", "bytes -/10", "bytes */*", "bytes *",
        // There is too much.
        "bytes 0-9/10 x", "bytes 0-9/10/10", "bytes 0-4-9/10", "bytes 0-9/*/*", "x bytes 0-9/10", "bytes */10/10",
        // Something is not a number of digits.
        "bytes +0-9/10", "bytes 0-+9/10", "bytes 0-9/+10", "bytes 0-x/10", "bytes 0-9/x", "bytes */x", "bytes */-1",
        "bytes 0-٩/10", "bytes *-9/10", "bytes 0-*/10",
        // A number does not fit.
        "bytes 0-9/9223372036854775808", "bytes 0-9223372036854775807/*", "bytes 9223372036854775808-9/*",
        "bytes */99999999999999999999",
        // The unit is another one.
        "items 0-9/10", "byte 0-9/10", "bytes=0-9/10", "bytes: 0-9/10",
    ])
    func `a malformed field, or one that contradicts itself, is not a range`(field: String) {
        #expect(ContentRange(field) == nil)
    }
}
