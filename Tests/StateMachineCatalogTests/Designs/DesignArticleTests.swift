import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// The machine of the article, as its tutorial leaves it.
private enum CheckoutState: FiniteStateDefinition, Hashable {
    case cart
    case payment(Payment)
    case confirmed

    enum Payment: Hashable { case form, authorizing }

    enum Event: Hashable {
        case checkOut(hasItems: Bool)
        case goBack, pay, declined, timedOut, approved, shopAgain
    }

    static var initialStates: [CheckoutState] { [.cart] }

    var sampleEvents: [Event] {
        [
            .checkOut(hasItems: true), .checkOut(hasItems: false), .goBack, .pay, .declined, .timedOut, .approved,
            .shopAgain,
        ]
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.cart, .checkOut(hasItems: true)): self = .payment(.form)
        case (.payment, .goBack), (.confirmed, .shopAgain): self = .cart
        case (.payment(.form), .pay): self = .payment(.authorizing)
        case (.payment(.authorizing), .declined), (.payment(.authorizing), .timedOut): self = .payment(.form)
        case (.payment(.authorizing), .approved): self = .confirmed
        default: throw .invalid
        }
    }
}

/// A machine in which one event leads to several states.
private enum Oven: FiniteStateDefinition {
    case off
    case baking(minutes: Int)
    case done

    enum Event {
        case start(minutes: Int)
        case tick
        case open
    }

    static var initialStates: [Oven] { [.off] }

    var sampleEvents: [Event] { [.start(minutes: 2), .tick, .open] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .start(let minutes)), (.done, .start(let minutes)): self = .baking(minutes: minutes)
        case (.baking(let minutes), .tick): self = minutes > 1 ? .baking(minutes: minutes - 1) : .done
        case (.baking, .open), (.done, .open): self = .off
        case (.baking, .start), (.off, .tick), (.done, .tick), (.off, .open): throw .invalid
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .computing) struct DesignArticleTests {
    /// Returns the block after a comment in the article.
    private func block(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/StateMachineCatalog/StateMachineCatalog.docc/Articles/Designs.md")
        let article = try String(contentsOf: file, encoding: .utf8)
        let parts = article.split(separator: "<!-- not compiled: \(name) -->\n```text\n")
        let block = try #require(parts.last)
        return try String(#require(block.split(separator: "\n```").first))
    }

    @Test func `the article shows the differences, and its picture has the colors of the article`() throws {
        let code = NamedGraph.Source(of: MachineDescription(of: try StateGraph(exploring: CheckoutState.self)))
        let chart = try DiagramLanguage.read(block("checkout.mmd"), named: "checkout.mmd")
        let graphs = try MatchedGraphs(design: chart, code: code)
        let report = DesignReport(graphs, machine: "CheckoutState", path: "checkout.mmd")
        #expect(try report.text == block("output"), "\(report.text)")

        let picture = DifferencePicture(of: graphs, report.differences)
        let marks = Dictionary(uniqueKeysWithValues: picture.nodes.map { ($0.title, $0.mark) })
        #expect(
            marks == [
                "cart": nil, "payment.form": nil, "payment.authorizing": nil, "confirmed": nil,
                "Payment.Declined": .missing,
            ]
        )
        let marked = picture.arrows.filter { $0.mark != nil }.map { arrow in
            "\(picture.nodes[arrow.source].title) \(arrow.labels) \(picture.nodes[arrow.target].title)"
        }
        #expect(
            Set(marked) == [
                "payment.authorizing [\"goBack\"] cart", "payment.authorizing [\"declined\"] payment.form",
                "payment.authorizing [\"declined\"] Payment.Declined",
                "Payment.Declined [\"change card\"] payment.form",
            ]
        )
        #expect(
            picture.graphviz.contains("label=\"− change card\" color=\"#c0392b\" fontcolor=\"#c0392b\" style=dashed")
        )
        #expect(picture.mermaid.contains("-->|\"≠ declined\"|") && picture.mermaid.contains("-->|\"+ goBack\"|"))
    }

    @Test func `an accepted design can contain names that Mermaid or the library uses`() throws {
        let code = RandomSystem(edges: [
            ("stateful", "go: now", "end"), ("end", "classDef", "über alles"), ("über alles", "state", "stateful"),
        ])
        let text = try DesignText(of: code.system, named: "Machine", diagram: "").text
        #expect(text.contains("  state stateful\n") && text.contains("  state \"end\" as end_\n"), "\(text)")
    }

    @Test func `an accepted design names the targets of an event that leads to several states`() throws {
        let code = NamedGraph.Source(of: MachineDescription(of: try StateGraph(exploring: Oven.self)))
        let text = try DesignText(of: code, named: "Oven", diagram: "").text
        #expect(
            text == """
                stateDiagram-v2
                  %% labels: event [guard] / action, one per line
                  state off
                  state baking
                  state done
                  [*] --> off
                  off --> baking : start
                  baking --> off : open
                  baking --> baking : tick [to baking]
                  baking --> done : tick [to done]
                  done --> off : open
                  done --> baking : start

                """
        )
    }
}
