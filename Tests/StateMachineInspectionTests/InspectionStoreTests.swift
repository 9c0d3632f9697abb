import InspectionMessages
import StateMachines
import TestSupport
import Testing

@testable import TransitionTables

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
        #expect(refusal?.reason.hasPrefix("At most 100 events of 256 kB in total may wait for the app.") == true)
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

    @Test(arguments: [
        "", "nonsense", "{}", #"{"version":2,"session":"a","app":"a","process":1,"date":0}"#,
        #"{"version":1,"session":"a\"b","app":"a","process":1,"date":0}"#,
        #"{"version":1,"session":"","app":"a","process":1,"date":0}"#,
        #"{"version":1,"session":"a","app":"a","process":1,"date":0,"server":"server"}"# + "\nnonsense",
        #"{"version":1,"session":"a","app":"a","process":1,"date":0,"server":"server"}"# + "\n{}",
        #"{"version":1,"session":"a","app":"a","process":1,"date":0,"server":"server"}"#
            + "\n{\"kind\":\"entry\",\"sequence\":0,\r\"machine\":0}",
        #"{"version":1,"session":"a","app":"a","process":1,"date":0,"server":"server"}"#
            + "\n {\"kind\":\"entry\",\"sequence\":0,\"machine\":0}",
    ])
    func `what is no batch is refused as a whole`(batch: String) {
        #expect(throws: InspectionStore.Refusal.self) { try store.receive(Array(batch.utf8)) }
        var reader = NewsReader()
        #expect(store.news(for: &reader).allSatisfy { $0.event == "app" })
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
