import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct InspectionTests {
    private let server: InspectionServer
    private let inspector: MachineInspector

    init() throws {
        server = try .make()
        inspector = MachineInspector(at: server.address, app: "app")
    }

    @Test func `a page gets the entries of a machine in order`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        machine.start()
        for number in 0..<50 {
            machine.send(.play(title: "\(number)"))
            machine.send(.stop)
        }
        machine.send(.stop)
        let entries = await page.messages("entry", count: 101)
        try #require(entries.count == 101)
        #expect(entries.map { $0.number("index") } == Array(0...100))
        #expect(entries[0].inEntry("event") == "play(title: \"0\")")
        #expect(entries[99].inEntry("after") == "idle")
        #expect(entries.map { $0.inEntry("outcome") } == Array(repeating: "handled", count: 100) + ["rejected"])
        let begin = try #require(page.messages("machine").first)
        #expect(begin["name"] == "player" && begin["state"] == "idle")
        #expect(begin["type"] == "StateMachineInspectionTests.Player")
        #expect(begin.data["path"] as? [String] == ["idle"] && begin.data["isRunning"] as? Bool == false)
        #expect(page.messages.first?.event == "hello")
        #expect(page.messages("app").first?["app"] == "app" && page.messages("app").first?["status"] == "live")
    }

    @Test func `the front page is told of apps, of their machines and of the pages of these`() async throws {
        let pages = ServedPages(["Player page"], types: ["StateMachineInspectionTests.Player"]) { throw Problem($0) }
        let server = try InspectionServer.make(pages: pages)
        defer { server.stop() }
        let front = Page(server.address, route: "/apps")
        #expect(await front.messages("apps", count: 1).first?.text == "[]")
        let inspector = MachineInspector(at: server.address, app: "app")
        let machine = StateMachine(Player.idle)
        let inspection = machine.inspect("player", by: inspector)
        let listed = #""count":1,"machines":[{"name":"player","number":0,"page":"/machines/Player%20page","type":"#
        #expect(await eventually { front.messages("apps").last?.text.contains(listed) == true })
        inspection?.cancel()
        #expect(await eventually { front.messages("apps").last?.text.contains(#""count":0"#) == true })
    }

    @Test func `a page that is opened late gets what has happened`() async throws {
        let early = Page(server.address)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        machine.send(.play(title: "sea"))
        machine.stop()
        #expect(await early.messages("stopped", count: 1).count == 1)
        let late = Page(server.address)
        #expect(await late.messages("ready", count: 1).count == 1)
        #expect(late.messages.map(\.event) == ["hello", "app", "machine", "started", "entry", "stopped", "ready"])
    }

    @Test func `two apps and many machines of one type are told apart, and end`() async throws {
        let page = Page(server.address, type: "StateMachineInspectionTests.Player")
        let others = MachineInspector(at: server.address, app: "other app")
        var machines = (0..<20).map { _ in StateMachine(Player.idle) }
        for (index, machine) in machines.enumerated() {
            machine.inspect("player \(index)", by: index.isMultiple(of: 2) ? inspector : others)
        }
        for machine in machines { machine.send(.play(title: "sea")) }
        let entries = await page.messages("entry", count: 20)
        #expect(Set(entries.map { "\($0["session"] ?? "") \($0.number("machine") ?? -1)" }).count == 20)
        #expect(Set(page.messages("app").map { $0["app"] }) == ["app", "other app"])
        machines = []
        #expect(await page.messages("ended", count: 20).count == 20)
    }

    @Test func `a page of one machine does not get the others`() async throws {
        let (page, everything) = (Page(server.address, type: "Another.Machine"), Page(server.address))
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        machine.send(.play(title: "sea"))
        #expect(await everything.messages("entry", count: 1).count == 1)
        #expect(await page.messages("app", count: 1).count == 1)
        #expect(page.messages("machine").isEmpty && page.messages("entry").isEmpty)
    }

    @Test func `the end of an app is reported`() async throws {
        let page = Page(server.address)
        var inspector: MachineInspector? = MachineInspector(at: server.address, app: "short")
        let machine = StateMachine(Player.idle)
        let inspection = machine.inspect("player", by: inspector)
        let begin = try #require(await page.messages("machine", count: 1).first)
        // The app is connected when it has got something.
        try await page.send("\"sample\":\"\"", to: begin)
        #expect(await page.messages("outcome", count: 1).count == 1)
        inspection?.cancel()
        #expect(await page.messages("ended", count: 1).count == 1)
        inspector = nil
        #expect(await eventually { page.messages("app").contains { $0["app"] == "short" && $0["status"] == "gone" } })
    }

    @Test func `dropped events and activities at the start are reported`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.playing(title: "sea"))
        machine.inspect("player", by: inspector)
        machine.start()
        machine.stop()
        machine.send(.stop)
        let entries = await page.messages("entry", count: 1)
        #expect(entries.first?.inEntry("outcome") == "dropped")
        #expect(page.messages("started").first?.text.contains(#""activities":["sound(of: \"sea\")"]"#) == true)
        #expect(page.messages("stopped").count == 1)
    }

    @Test func `a property is reported behind the entry that breaks it`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", watching: Player.properties, by: inspector)
        machine.send(.play(title: "sea"))
        machine.send(.stop)
        machine.send(.play(title: "forbidden"))
        let failure = try #require(await page.messages("failure", count: 1).first)
        #expect(failure["property"] == "nothing forbidden is played" && failure["reason"] != nil)
        #expect(failure.number("index") == 2)
        #expect(page.messages.filter { ["entry", "failure"].contains($0.event) }.map(\.event).last == "failure")
    }

    @Test func `a property that does not hold in the beginning is reported`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.playing(title: "forbidden"))
        machine.inspect("player", watching: Player.properties, by: inspector)
        let failure = try #require(await page.messages("failure", count: 1).first)
        #expect(failure.number("index") == nil)
        machine.send(.stop)
        #expect(await page.messages("entry", count: 1).count == 1)
        let events = page.messages.map(\.event).filter { ["machine", "failure", "entry"].contains($0) }
        #expect(events == ["machine", "failure", "entry"])
    }

    @Test func `properties that cannot be watched are named`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.idle)
        let possible = MachineProperty<Player>.reachable("something is played") { $0 != .idle }
        machine.inspect("player", watching: Player.properties + [possible], by: inspector)
        let message = try #require(await page.messages("machine", count: 1).first)
        #expect(message.data["unwatched"] as? [String] == ["something is played"])
        #expect(message.text.contains(#""name":"nothing forbidden is played""#))
    }

    @Test func `a cancelled inspection reports nothing more, and looks at no property`() async throws {
        let page = Page(server.address)
        let machine = StateMachine(Player.idle)
        let looks = Journal<Player>()
        let property = MachineProperty<Player>.never("nothing is wrong") {
            looks.note($0)
            return false
        }
        let inspection = machine.inspect("player", watching: [property], by: inspector)
        machine.send(.play(title: "sea"))
        #expect(looks.entries == [.idle, .playing(title: "sea")])
        inspection?.cancel()
        machine.send(.stop)
        #expect(looks.entries.count == 2)
        #expect(await page.messages("ended", count: 1).count == 1)
        #expect(page.messages("entry").count == 1)
    }
}
