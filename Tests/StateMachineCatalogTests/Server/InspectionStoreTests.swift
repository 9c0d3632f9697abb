import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .computing) struct InspectionStoreTests {
    private let now = Time()
    private let store: InspectionStore

    init() {
        store = InspectionStore(server: "server") { [now] in now.now }
    }

    private func batch(_ sequences: [Int], session: String = "a", server: String? = "server") -> [UInt8] {
        var header = BatchHeader(session: session, app: "app", process: 1, date: 0)
        header.server = server
        let lines = sequences.map { #"{"kind":"entry","sequence":\#($0),"machine":0}"# }
        return Array(([header.jsonLine] + lines).joined(separator: "\n").utf8)
    }

    @Test func `records for another server are not taken, and the answer says what is lacking`() throws {
        #expect(try store.receive(batch([5, 6], server: nil)) == BatchAnswer(server: "server", next: 0))
        #expect(try store.receive(batch([5, 6], server: "former")) == BatchAnswer(server: "server", next: 0))
        #expect(try store.receive(batch([5, 7])) == BatchAnswer(server: "server", next: 8))
    }

    @Test func `a record that comes twice is taken once`() throws {
        _ = try store.receive(batch([0, 1]))
        _ = try store.receive(batch([0, 1, 2]))
        var reader = NewsReader()
        #expect(store.news(for: &reader).count { $0.event == "entry" } == 3)
        #expect(store.news(for: &reader).isEmpty)
    }

    @Test func `a reader gets what is new, and much of it in parts`() throws {
        _ = try store.receive(batch(Array(0..<10)))
        var reader = NewsReader()
        #expect((0..<5).map { _ in store.news(for: &reader, limit: 4).count } == [4, 4, 3, 0, 0])
        _ = try store.receive(batch([10], session: "b"))
        #expect(store.news(for: &reader).map(\.event) == ["app", "entry"])
    }

    @Test func `an app is silent when it posts nothing, and gone when its connection has ended`() throws {
        var reader = NewsReader()
        func status() -> String? {
            store.news(for: &reader).last { $0.event == "app" }?.data.firstMatch(of: /"status":"(\w+)"/)
                .map { String($0.1) }
        }
        _ = try store.receive(batch([]))
        #expect(status() == "live")
        let first = try #require(store.connect("a"))
        now.advance(by: .seconds(12))
        #expect(status() == nil)
        now.advance(by: .seconds(1))
        #expect(status() == "silent")
        _ = try store.receive(batch([]))
        #expect(status() == "live")
        let second = try #require(store.connect("a"))
        store.disconnect("a", first)
        #expect(status() == nil)
        store.disconnect("a", second)
        #expect(status() == "gone")
        #expect(store.connect("b") == nil)
    }

    @Test func `an app that has left and posts again is live, and gone when it falls silent without a connection`()
        throws
    {
        func status() -> InspectedApp.Status? { store.apps.first?.status }
        _ = try store.receive(batch([]))
        now.advance(by: .seconds(12))
        #expect(status() == .live)
        now.advance(by: .seconds(1))
        #expect(status() == .gone)
        let connection = try #require(store.connect("a"))
        #expect(status() == .silent)
        store.disconnect("a", connection)
        #expect(status() == .gone)
        _ = try store.receive(batch([]))
        #expect(status() == .live)
        now.advance(by: .seconds(13))
        #expect(status() == .gone)
    }

    @Test func `the machines of an app come in the order of their numbers, but for those that have ended`() throws {
        let records = (0..<20).map { number in
            #"{"kind":"machine","sequence":\#(number),"machine":\#(number),"name":"m\#(number)","type":"T"}"#
        }
        let end = #"{"kind":"ended","sequence":20,"machine":7}"#
        _ = try store.receive(batch([]) + Array("\n\((records + [end]).joined(separator: "\n"))".utf8))
        #expect(store.apps.first?.machines.map(\.number) == Array(0..<7) + Array(8..<20))
    }

    @Test func `a reader has several apps in parts of one size, and what came along with a connection`() throws {
        _ = try store.receive(batch([0, 1]))
        _ = try store.receive(batch(Array(0..<10), session: "b"))
        var reader = NewsReader()
        #expect((0..<5).map { _ in store.news(for: &reader, limit: 5).count } == [5, 5, 4, 0, 0])
        _ = try store.receive(batch([2]))
        _ = try #require(store.connect("a"))
        #expect(store.news(for: &reader).map(\.event) == ["entry"])
    }

    @Test func `commands wait for the connection of an app that is there`() throws {
        let command = Array(#"{"session":"a","machine":0,"command":"c"}"#.utf8)
        #expect(throws: InspectionStore.Refusal.self) { try store.send(command) }
        _ = try store.receive(batch([]))
        try store.send(command)
        let connection = try #require(store.connect("a"))
        #expect(store.takeCommands(for: "a", connection)?.count == 1)
        store.disconnect("a", connection)
        #expect(throws: InspectionStore.Refusal.self) { try store.send(command) }
    }

    @Test func `commands go to the latest connection`() throws {
        let command = Array(#"{"session":"a","machine":0,"command":"c"}"#.utf8)
        _ = try store.receive(batch([]))
        let first = try #require(store.connect("a"))
        let second = try #require(store.connect("a"))
        for _ in 0..<100 { try store.send(command) }
        #expect(throws: InspectionStore.Refusal.self) { try store.send(command) }
        #expect(store.takeCommands(for: "a", first) == nil)
        #expect(store.takeCommands(for: "a", second)?.count == 100)
        #expect(store.takeCommands(for: "a", second)?.isEmpty == true)
    }

    @Test func `the bytes of commands that wait are bounded, and the answer says so`() throws {
        let value = String(repeating: "x", count: 100_000)
        let command = Array(#"{"session":"a","machine":0,"command":"c","value":"\#(value)"}"#.utf8)
        _ = try store.receive(batch([]))
        for _ in 0..<2 { try store.send(command) }
        let refusal = #expect(throws: InspectionStore.Refusal.self) { try store.send(command) }
        #expect(
            refusal?.reason.hasPrefix("The queue of the app is full: it holds at most 100 events and 256 kB.") == true
        )
        let connection = try #require(store.connect("a"))
        #expect(store.takeCommands(for: "a", connection)?.count == 2)
        try store.send(command)
    }

    @Test func `the first app that has gone is forgotten when there are too many`() throws {
        for number in 0..<16 { _ = try store.receive(batch([], session: "s\(number)")) }
        #expect(throws: InspectionStore.Refusal.self) { try store.receive(batch([], session: "another")) }
        let connection = try #require(store.connect("s3"))
        store.disconnect("s3", connection)
        _ = try store.receive(batch([], session: "another"))
        #expect(store.apps.count == 16 && store.connect("s3") == nil)
    }

    @Test func `an app whose machines have ended makes room for another`() throws {
        func records(_ kinds: String..., session: String) -> [UInt8] {
            let lines = kinds.enumerated().map { #"{"kind":"\#($1)","sequence":\#($0),"machine":0}"# }
            return batch([], session: session) + Array("\n\(lines.joined(separator: "\n"))".utf8)
        }
        for number in 0..<15 { _ = try store.receive(records("machine", session: "s\(number)")) }
        _ = try store.receive(records("machine", "ended", session: "short"))
        _ = try store.receive(records("machine", session: "another"))
        #expect(store.apps.count == 16 && store.connect("short") == nil)
        #expect(throws: InspectionStore.Refusal.self) { try store.receive(batch([], session: "one more")) }
    }

    /// What each line of a batch may be; the header names this server.
    private static let header = #"{"version":1,"session":"a","app":"a","process":1,"date":0,"server":"server"}"#
    private static let record = #"{"kind":"entry","sequence":0,"machine":0}"#

    private static let mistakes: [(batch: String, reason: String)] = [
        ("", "The first line must be a header."), ("\n", "The first line must be a header."),
        ("nonsense", "The first line must be a header."), ("{}", "The first line must be a header."),
        (header.replacing(":1,\"date", with: ":\"1\",\"date"), "The first line must be a header."),
        (
            header.replacing("\"version\":1", with: "\"version\":2"),
            "Version 2 of the protocol is not supported. Use version 1."
        ),
        (
            header.replacing("\"version\":1", with: "\"version\":0"),
            "Version 0 of the protocol is not supported. Use version 1."
        ),
        ("\(header)\nnonsense", "Each line after the header must be a record in JSON."),
        ("\(header)\n{}", "Each line after the header must be a record in JSON."),
        ("\(header)\n\(record)\n{}", "Each line after the header must be a record in JSON."),
        ("\(header)\n[\(record)]", "Each line after the header must be a record in JSON."),
        ("\(header)\n\(record.replacing(",", with: ",\r"))", "Each line after the header must be a record in JSON."),
        ("\(header)\n \(record)", "Each line after the header must be a record in JSON."),
    ]

    @Test(arguments: mistakes)
    func `a batch with a mistake is refused as a whole, with the reason`(batch: String, reason: String) {
        let refusal = #expect(throws: InspectionStore.Refusal.self) { try store.receive(Array(batch.utf8)) }
        #expect(refusal?.reason == reason)
        var reader = NewsReader()
        #expect(store.news(for: &reader).isEmpty && store.apps.isEmpty)
        #expect(throws: Never.self) { try store.receive(Array("\n\(Self.header)\n\n\(Self.record)\n".utf8)) }
    }

    @Test(arguments: [
        ("a", true), ("A-9", true), (String(repeating: "a", count: 64), true), ("-", true), ("", false),
        (String(repeating: "a", count: 65), false), ("a b", false), ("a_b", false), ("a.b", false), ("é", false),
        ("a\\\"b", false), ("٣", false), ("a\\nb", false),
    ])
    func `a session is up to 64 letters, digits and hyphens`(session: String, isOne: Bool) {
        let batch = Self.header.replacing("\"a\",\"app\"", with: "\"\(session)\",\"app\"")
        if isOne {
            #expect(throws: Never.self) { try store.receive(Array(batch.utf8)) }
        } else {
            let refusal = #expect(throws: InspectionStore.Refusal.self) { try store.receive(Array(batch.utf8)) }
            #expect(refusal?.reason == "The session ID must be 1 to 64 letters, digits or hyphens.")
        }
    }

    @Test(
        arguments: [
            ("", "A command must be JSON on one line."), ("{}", "A command must be JSON on one line."),
            ("{\"session\":\"a\",\n\"machine\":0,\"command\":\"c\"}", "A command must be JSON on one line."),
            ("{\"session\":\"a\",\r\"machine\":0,\"command\":\"c\"}", "A command must be JSON on one line."),
            (#"{"session":"b","machine":0,"command":"c"}"#, "No app has this session ID. GET /apps lists the apps."),
            (#"{"session":"a","machine":0,"command":"c"}"#, nil),
        ] as [(String, String?)]
    )
    func `a command is one line for an app that is there`(command: String, reason: String?) throws {
        _ = try store.receive(batch([]))
        var refused: String?
        do throws(InspectionStore.Refusal) { try store.send(Array(command.utf8)) } catch { refused = error.reason }
        #expect(refused == reason)
    }

    @Test func `commands of a quarter of a mebibyte may wait, and not of a byte more`() throws {
        _ = try store.receive(batch([]))
        func command(_ count: Int) -> [UInt8] {
            let start = #"{"session":"a","machine":0,"command":""#
            return Array((start + String(repeating: "x", count: count - start.utf8.count - 2) + "\"}").utf8)
        }
        let limit = 256 * 1024
        #expect(throws: InspectionStore.Refusal.self) { try store.send(command(limit + 1)) }
        try store.send(command(limit - 1000))
        #expect(throws: InspectionStore.Refusal.self) { try store.send(command(1001)) }
        try store.send(command(1000))
        let connection = try #require(store.connect("a"))
        #expect(store.takeCommands(for: "a", connection)?.map(\.utf8.count) == [limit - 1000, 1000])
    }

    @Test func `a page looks again after a change, or after a second, in which an app may have fallen silent`() {
        var reader = NewsReader()
        #expect(reader.needsLook(at: 0, .zero))
        reader.hasSeen(3, .seconds(5))
        #expect([2, 3, 4].map { reader.needsLook(at: $0, .seconds(5)) } == [true, false, true])
        #expect(!reader.needsLook(at: 3, .milliseconds(5999)) && reader.needsLook(at: 3, .seconds(6)))
    }

    @Test func `records of a machine whose type is unknown are not for a page of a type`() throws {
        let machine = Self.record.replacing("entry", with: "machine").replacing("}", with: #","name":"n","type":"T"}"#)
        let others = (1...2).map {
            Self.record.replacing("\"sequence\":0,\"machine\":0", with: "\"sequence\":\($0),\"machine\":\($0 - 1)")
        }
        _ = try store.receive(Array(([Self.header, machine] + others).joined(separator: "\n").utf8))
        var (all, ofType, ofOther) = (NewsReader(), NewsReader(type: "T"), NewsReader(type: "U"))
        #expect(store.news(for: &all).map(\.event) == ["app", "machine", "entry", "entry"])
        #expect(store.news(for: &ofType).map(\.event) == ["app", "machine", "entry"])
        #expect(store.news(for: &ofOther).map(\.event) == ["app"])
        #expect(store.apps.first?.machines == [.init(number: 0, name: "n", type: "T")])
    }

    @Test func `a page of a type gets the last 200 machines that have ended, the others, and how many are left out`()
        throws
    {
        let records = (0..<400).flatMap { number in
            let end = number < 300 ? [#"{"kind":"ended","sequence":\#(2 * number + 1),"machine":\#(number)}"#] : []
            return [#"{"kind":"machine","sequence":\#(2 * number),"machine":\#(number),"name":"n","type":"T"}"#] + end
        }
        _ = try store.receive(Array(([Self.header] + records).joined(separator: "\n").utf8))
        var (ofType, all) = (NewsReader(type: "T"), NewsReader())
        let news = store.news(for: &ofType)
        #expect(news.prefix(2).map(\.event) == ["app", "skipped"])
        #expect(news[1].data == #"{"count":100}"#)
        #expect(news.count { $0.event == "machine" } == 300 && news.count { $0.event == "ended" } == 200)
        #expect(store.news(for: &all).count { $0.event == "machine" } == 400)
        // A machine that ends later is not left out, since the page knows it.
        let later = #"{"kind":"ended","sequence":800,"machine":300}"#
        _ = try store.receive(Array([Self.header, later].joined(separator: "\n").utf8))
        #expect(store.news(for: &ofType).map(\.event) == ["ended"])
    }

    @Test func `each change raises the signals of those that wait, until they are removed`() throws {
        let (kept, removed) = (try store.addSignal(), try store.addSignal())
        store.remove(removed)
        #expect(!kept.isRaised && !removed.isRaised)
        _ = try store.receive(batch([0]))
        #expect(kept.isRaised && !removed.isRaised)
        kept.lower()
        #expect(!kept.isRaised)
        _ = store.connect("a")
        #expect(kept.isRaised)
    }
}

/// A time that the test moves.
private final class Time: Sendable {
    private let content = Locked(Duration.zero)

    var now: Duration { content.withLock { $0 } }

    func advance(by duration: Duration) {
        content.withLock { $0 += duration }
    }
}
