import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct CommandTests {
    private let server: InspectionServer
    private let page: Page
    private let inspector: MachineInspector
    private let machine = StateMachine(Player.idle)

    init() throws {
        server = try .make()
        page = Page(server.address)
        inspector = MachineInspector(at: server.address, app: "app")
    }

    /// Sends an event to the latest machine, and waits for its outcome.
    private func outcome(of event: String, count: Int = 1) async throws -> Page.Message {
        let machine = try #require(await page.messages("machine", count: 1).last)
        try await page.send(event, to: machine, as: "c\(count)")
        return try #require(await page.messages("outcome", count: count).last)
    }

    @Test(arguments: [
        #""sample":".play(title: \"sea\")""#, #""sample":"play(title: \"sea\")""#,
        #""value":{"play":{"title":"sea"}}"#,
    ])
    func `an event of a page reaches the machine, and its outcome comes back`(event: String) async throws {
        machine.inspect("player", accepting: [.samples, .values], by: inspector)
        let outcome = try await outcome(of: event)
        #expect(outcome["outcome"] == "handled" && outcome["command"] == "c1")
        #expect(machine.state == .playing(title: "sea"))
        #expect(page.messages.map(\.event).suffix(2) == ["entry", "outcome"])
    }

    @Test func `the samples are those of the present state and of the initial ones`() async throws {
        machine.inspect("player", accepting: [.samples], by: inspector)
        let (play, more) = (#""sample":".play(title: \"sea\")""#, #""sample":".play(title: \"more sea\")""#)
        #expect(try await outcome(of: more)["outcome"] == "refused")
        #expect(try await outcome(of: play, count: 2)["outcome"] == "handled")
        #expect(try await outcome(of: more, count: 3)["outcome"] == "rejected")
        // The machine gets those of the initial states, too.
        #expect(try await outcome(of: play, count: 4)["outcome"] == "rejected")
    }

    @Test(arguments: [#""sample":".pause""#, #""value":{"pause":{}}"#, #""value":null"#])
    func `what is no event is refused`(event: String) async throws {
        machine.inspect("player", accepting: [.samples, .values], by: inspector)
        let outcome = try await outcome(of: event)
        #expect(outcome["outcome"] == "refused" && outcome["reason"] != nil)
        #expect(page.messages("entry").isEmpty)
    }

    @Test func `values are refused where samples alone are accepted`() async throws {
        machine.inspect("player", accepting: [.samples], by: inspector)
        #expect(try await outcome(of: #""value":{"play":{"title":"sea"}}"#)["outcome"] == "refused")
        #expect(machine.state == .idle)
    }

    @Test func `a machine that accepts nothing gets nothing`() async throws {
        machine.inspect("player", by: inspector)
        let outcome = try await outcome(of: #""sample":".play(title: \"sea\")""#)
        #expect(outcome["outcome"] == "refused")
        #expect(outcome["reason"] == "the machine does not accept events from pages, or it has ended")
        #expect(machine.state == .idle)
    }

    @Test func `a machine whose inspection was cancelled gets nothing`() async throws {
        let inspection = machine.inspect("player", accepting: [.samples], by: inspector)
        let start = try #require(await page.messages("machine", count: 1).first)
        inspection?.cancel()
        #expect(await page.messages("ended", count: 1).count == 1)
        try await page.send(#""sample":".play(title: \"sea\")""#, to: start)
        let outcome = try #require(await page.messages("outcome", count: 1).last)
        #expect(outcome["outcome"] == "refused")
        #expect(outcome["reason"] == "the machine does not accept events from pages, or it has ended")
        #expect(machine.state == .idle)
    }

    @Test func `an event for a stopped machine is dropped`() async throws {
        machine.inspect("player", accepting: [.samples], by: inspector)
        machine.stop()
        let outcome = try await outcome(of: #""sample":".stop""#)
        #expect(outcome["outcome"] == "dropped" && outcome["reason"] == "stopped")
    }

    @Test(arguments: [#"{"session":"none","machine":0,"command":"c"}"#, "[]", "{}\n{}", ""])
    func `a command for nobody is refused with 409`(command: String) async throws {
        #expect(try await page.post(command) == 409)
    }
}
