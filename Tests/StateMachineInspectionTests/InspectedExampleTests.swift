import Foundation
import StateMachineInspectionMessages
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The option `--inspect` of the examples.
@Suite(.timeLimit(.minutes(5)), .outside) struct InspectedExampleTests {
    /// The examples, with arguments that make them read lines.
    static let examples = [
        ("gallery", ["Enemy"]), ("image-search", ["--latency", "0"]), ("remote-content", ["--latency", "0"]),
        ("stream-monitor", []), ("video", ["--speed", "1000"]),
    ]

    @Test func `an example says when nothing listens, and when the address is none`() async throws {
        let server = try InspectionServer.make()
        server.stop()
        let lost = try await Example.run("gallery", ["Enemy", "--inspect", server.address.text])
        #expect(
            lost.status == 0 && lost.errors.contains("No inspector is running at \(server.address.origin)."),
            "\(lost.errors)"
        )
        let wrong = try await Example.run("gallery", ["Enemy", "--inspect", "http://evil.com:80/?token=\(testToken)"])
        #expect(wrong.status == 64 && wrong.errors.contains("The host must be 127.0.0.1"), "\(wrong.errors)")
    }

    @Test(arguments: examples)
    func `an inspector sees the machine of each example, from its beginning to its end`(
        name: String,
        arguments: [String]
    ) async throws {
        let server = try InspectionServer.make()
        defer { server.stop() }
        let page = Page(server.address)
        let result = try await Example.run(name, arguments + ["--inspect", server.address.text])
        #expect(result.status == 0, "\(result.errors)")
        #expect(await page.messages("ended", count: 1).count == 1)
        let machines = page.messages("machine")
        #expect(machines.count == 1 && machines.first?.text.contains("\"accepts\":[\"samples\"]") == true)
        #expect(page.messages("app").first?["app"] == name)
        // Each entry is there: their indices have no gaps.
        let entries = page.messages("entry")
        #expect(entries.map { $0.number("index") } == entries.indices.map { $0 })
    }

    @Test(.thorough) func `an inspector sees ten orders that other processes work on, each with all its events`()
        async throws
    {
        let server = try InspectionServer.make()
        defer { server.stop() }
        let page = Page(server.address)
        let result = try await Example.run(
            "orders",
            ["--orders", "12", "--workers", "2", "--inspect", server.address.text]
        )
        #expect(result.status == 0 && result.errors == "", "\(result)")
        #expect(await page.messages("ended", count: 10).count == 10)
        let names = Set((1...9).map { "order-000\($0)" } + ["order-0010"])
        #expect(Set(page.messages("machine").compactMap { $0["name"] }) == names)
        #expect(page.messages("failure").isEmpty)
        let entries = Dictionary(grouping: page.messages("entry")) { $0.number("machine") }
        #expect(entries.count == 10)
        for entries in entries.values {
            let last = try #require(entries.last?.inEntry("after"))
            #expect(last.hasPrefix("delivered(") || last.hasPrefix("cancelled("), "\(last)")
            for entry in entries where entry.inEntry("outcome") != "handled" {
                // The order has moved on while a customer was deciding.
                #expect(entry.inEntry("outcome") == "rejected", "\(entry.text)")
                #expect(["pay", "cancel"].contains(entry.inEntry("event")), "\(entry.text)")
            }
        }
    }
}
