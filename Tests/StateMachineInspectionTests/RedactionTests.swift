import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct RedactionTests {
    /// What a page gets of a machine whose every value has the word "secret".
    private func messages(_ redaction: MachineRedaction) async throws -> [Page.Message] {
        let server = try InspectionServer.make()
        let inspector = MachineInspector(at: server.address, app: "app")
        let page = Page(server.address)
        let machine = StateMachine(Vault.closed(Key("secret 1")))
        let properties = [
            MachineProperty<Vault>.always("it is closed") { if case .closed = $0 { true } else { false } }
        ]
        machine.inspect("vault", watching: properties, redacting: redaction, by: inspector)
        machine.chainLimit = 1
        machine.onTransition { [weak machine] _ in
            for number in 2..<5 { machine?.send(.turn(Key("secret \(number)"))) }
        }
        machine.start()
        machine.send(.turn(Key("secret 5")))
        machine.stop()
        machine.send(.turn(Key("secret 6")))
        #expect(await eventually { page.messages("entry").last?.inEntry("reason") == "stopped" })
        defer { server.stop() }
        return page.messages
    }

    @Test func `nothing of a payload leaves the process`() async throws {
        let messages = try await messages(.payloads)
        #expect(!messages.map(\.text).joined().contains("secret"))
        let entry = try #require(messages.first { $0.inEntry("outcome") == "handled" })
        #expect(entry.inEntry("state") == "closed" && entry.inEntry("after") == "open")
        #expect(messages.contains { $0.inEntry("reason") == "chainTooLong" })
        #expect(messages.contains { $0.event == "failure" })
    }

    @Test func `a closure decides what leaves the process`() async throws {
        let texts = try await messages(.renaming { $0.path.first == "open" ? "ajar" : "shut" }).map(\.text).joined()
        #expect(!texts.contains("secret") && texts.contains("\"ajar\"") && texts.contains("\"shut\""))
    }

    @Test(arguments: [true, false])
    func `an event that a page sends is redacted like any other`(isRedacted: Bool) async throws {
        let server = try InspectionServer.make()
        defer { server.stop() }
        let inspector = MachineInspector(at: server.address, app: "app")
        let page = Page(server.address)
        let machine = StateMachine(Vault.closed(Key("secret 1")))
        machine.inspect("vault", accepting: [.values], redacting: isRedacted ? .payloads : .nothing, by: inspector)
        let start = try #require(await page.messages("machine", count: 1).first)
        let key = #"{"turn":{"_0":{"description":"secret 2"}}}"#
        try await page.send("\"value\":\(key)", to: start, as: "handled")
        try await page.send(#""value":{"turn":{"_0":{"secret":3}}}"#, to: start, as: "refused")
        #expect(await page.messages("outcome", count: 2).map { $0["outcome"] } == ["handled", "refused"])
        #expect(machine.state.isOpen)
        let texts = page.messages.filter { $0["command"] != "refused" }.map(\.text).joined()
        #expect(texts.contains("secret") != isRedacted)
        #expect(page.messages("entry").count == 1)
        // The page that sent it learns why, in the words of the decoder.
        let refusal = try #require(page.messages("outcome").first { $0["command"] == "refused" })
        #expect(refusal["reason"]?.hasPrefix("the event cannot be decoded: ") == true)
    }

    @Test(arguments: [true, false])
    func `of a state that is no enum, the type alone is sent`(isRedacted: Bool) async throws {
        let server = try InspectionServer.make()
        defer { server.stop() }
        let inspector = MachineInspector(at: server.address, app: "app")
        let page = Page(server.address)
        let machine = StateMachine(Note(description: "secret"))
        machine.inspect("note", redacting: isRedacted ? .payloads : .nothing, by: inspector)
        machine.send(.init(description: "secret 2"))
        #expect(await page.messages("entry", count: 1).count == 1)
        #expect(page.messages.map(\.text).joined().contains("secret") != isRedacted)
    }

    @Test func `without a redaction it does`() async throws {
        #expect(try await messages(.nothing).map(\.text).joined().contains("secret 5"))
    }
}

/// A value that describes itself.
private struct Key: Hashable, Codable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A state and an event that describe themselves.
private struct Note: StateDefinition, CustomStringConvertible {
    var description: String

    mutating func handleEvent(_ event: Note) throws(TransitionError) { self = event }
}

private enum Vault: StateDefinition, Codable {
    case closed(Key)
    case open(Key)

    enum Event: Codable {
        case turn(Key)
    }

    var isOpen: Bool { if case .open = self { true } else { false } }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.closed, .turn(let key)): self = .open(key)
        case (.open, .turn(let key)): self = .closed(key)
        }
    }

    /// Activities that are no enums.
    var activities: [Key] {
        switch self {
        case .closed(let key), .open(let key): [key]
        }
    }
}
