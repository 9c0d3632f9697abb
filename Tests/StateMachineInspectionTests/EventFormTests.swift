import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

/// What a page learns of the events that it may send with any payload, and what it gets back.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct EventFormTests {
    private let server: InspectionServer
    private let page: Page
    private let inspector: MachineInspector
    private let machine = StateMachine(Checkout.browsing(coupon: "secret"))

    init() throws {
        server = try .make()
        page = Page(server.address)
        inspector = MachineInspector(at: server.address, app: "app")
    }

    private func outcome(of event: String, count: Int = 1) async throws -> Page.Message {
        let machine = try #require(await page.messages("machine", count: 1).last)
        try await page.send(event, to: machine, as: "c\(count)")
        return try #require(await page.messages("outcome", count: count).last)
    }

    private func shape(_ events: [Checkout.Event]) -> [String: EventShape] {
        let fields = EventDescription(of: events).shape.fields
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.shape) })
    }

    @Test func `a form has a field for each part of the payload, with its type`() throws {
        let cases = shape(Checkout.samples)
        #expect(EventDescription(of: Checkout.samples).shape.kind == .cases)
        #expect(Set(cases.keys) == ["add", "pay", "cancel", "rate"])
        let pay = try #require(cases["pay"])
        #expect(pay.fields.map(\.name) == ["amount", "card", "note", "tags"])
        #expect(pay.fields.map(\.shape.kind) == [.integer, .fields, .text, .list])
        #expect(pay.fields.map(\.shape.isOptional) == [false, false, true, false])
        #expect(pay.fields.map(\.shape.type) == ["UInt8", "Card", "String", "Array<String>"])
        let card = pay.fields[1].shape
        #expect(card.fields.map(\.name) == ["number", "brand", "limit"])
        #expect(card.fields.map(\.shape.kind) == [.text, .choice, .number])
        #expect(card.fields[1].shape.choices.map(\.json) == [#""visa""#, #""amex""#])
        #expect(pay.fields[3].shape.element.map(\.kind) == [.text])
        #expect(cases["cancel"]?.fields == [] && cases["cancel"]?.kind == .fields)
    }

    @Test func `samples of one case complete one another`() throws {
        let (empty, full) = (
            Checkout.Event.rate(stars: nil, reply: nil), Checkout.Event.rate(stars: 3, reply: .init(text: "?"))
        )
        let alone = try #require(shape([empty])["rate"])
        #expect(alone.fields.map(\.shape.kind) == [.integer, .json] && alone.fields.allSatisfy(\.shape.isOptional))
        for samples in [[empty, full], [full, empty]] {
            let both = try #require(shape(samples)["rate"])
            #expect(both.fields.map(\.shape.kind) == [.integer, .fields] && both.fields.allSatisfy(\.shape.isOptional))
        }
    }

    @Test func `events without payload are a choice, and parts without a common shape are JSON`() {
        #expect(EventDescription(of: Light.allCases).shape.choices.map(\.name) == ["red", "green"])
        #expect(
            EventDescription(of: [Loose.list([1]), .list([2, 3])]).shape.fields[0].shape.fields[0].shape.kind == .list
        )
        #expect(EventDescription(of: [Loose.table(["a": 1])]).shape.fields[0].shape.fields[0].shape.kind == .json)
        #expect(EventDescription(of: [Either.number(1), .text("a")]).shape.kind == .json)
        #expect(EventDescription<Either>(of: []).shape.kind == .json)
    }

    @Test(arguments: [200, 201])
    func `a form lists the values of an enum, unless there are more than 200`(count: Int) {
        Numbered.$count.withValue(count) {
            let shape = EventDescription<Numbered>(of: []).shape
            #expect(shape.kind == (count > 200 ? .json : .choice))
            #expect(shape.choices.count == (count > 200 ? 0 : count))
        }
    }

    @Test func `the app describes its events only when a page asks`() async throws {
        machine.inspect("checkout", accepting: [.samples, .values], by: inspector)
        let answer = try await outcome(of: #""describe":true"#)
        #expect(answer["outcome"] == "described" && answer.text.contains(#""events":{"samples":"#) == false)
        #expect(answer.text.contains(#""samples":[{"add":{"_0":"secret"}}"#))
        #expect(page.messages("entry").isEmpty && !page.messages("machine")[0].text.contains("amount"))
    }

    @Test func `a redacted machine describes names and types, but no values`() async throws {
        machine.inspect("checkout", accepting: [.values], redacting: .payloads, by: inspector)
        let answer = try await outcome(of: #""describe":true"#)
        #expect(answer.text.contains(#""samples":[]"#) && answer.text.contains("amount"))
        for value in ["secret", "visa", "4242"] { #expect(!answer.text.contains(value)) }
    }

    @Test(arguments: [true, false])
    func `a redacted description has no values of an enum inside a list`(isRedacted: Bool) {
        let json = EventDescription(of: [Loose.lights([.red])]).json(isRedacted: isRedacted)
        #expect(json.contains("Light"))
        #expect(json.contains("green") != isRedacted)
    }

    @Test func `a redacted description does not depend on the present state`() throws {
        let description = try #require(AcceptedEvents<Checkout>.values.description)
        let states = [Checkout.browsing(coupon: ""), .paid(1)]
        #expect(Set(states.map { description($0, true) }).count == 1)
        #expect(Set(states.map { description($0, false) }).count == 2)
    }

    @Test(arguments: [true, false])
    func `a part that may be missing stays optional, redacted or not`(isRedacted: Bool) {
        for samples in [[Loose.light(.red)], [.light(nil)], [.either(.number(1)), .either(.text("a"))]] {
            let json = EventDescription(of: samples).json(isRedacted: isRedacted)
            #expect(json.contains(#""isOptional":true"#), "\(json)")
        }
        for samples in [[Loose.list([1])], [.lights([.red])]] {
            let json = EventDescription(of: samples).json(isRedacted: isRedacted)
            #expect(!json.contains(#""isOptional":true"#), "\(json)")
        }
    }

    @Test func `a machine that accepts only samples says so`() async throws {
        machine.inspect("checkout", accepting: [.samples], by: inspector)
        let answer = try await outcome(of: #""describe":true"#)
        #expect(answer["outcome"] == "refused")
        #expect(answer["reason"] == "the machine accepts only sample events from pages")
    }

    @Test(arguments: [
        (#"{"pay":{"amount":300,"card":{"number":"1","brand":"visa","limit":1},"tags":[]}}"#, ["pay", "amount"]),
        (#"{"pay":{"amount":"x","card":{"number":"1","brand":"visa","limit":1},"tags":[]}}"#, ["pay", "amount"]),
        (
            #"{"pay":{"amount":3,"card":{"number":"1","brand":"diners","limit":1},"tags":[]}}"#,
            ["pay", "card", "brand"]
        ),
        (#"{"pay":{"amount":3,"card":{"number":"1","brand":"visa"},"tags":[]}}"#, ["pay", "card", "limit"]),
        (#"{"pay":{"amount":3,"card":{"number":"1","brand":"visa","limit":1},"tags":["a",2]}}"#, ["pay", "tags", "1"]),
        (#"{"pay":{"amount":3,"card":null,"tags":[]}}"#, ["pay", "card"]),
        (#"{"reorder":{"amounts":[1,300,2]}}"#, ["reorder", "amounts", "1"]),
        (#"{"steal":{}}"#, []), (#"[]"#, []), (#"{"pay":{},"cancel":{}}"#, []),
    ])
    func `the app says which part of an event is wrong`(value: String, place: [String]) async throws {
        machine.inspect("checkout", accepting: [.values], by: inspector)
        let answer = try await outcome(of: "\"value\":\(value)")
        #expect(answer["outcome"] == "refused" && answer.data["place"] as? [String] ?? [] == place)
        #expect(answer["reason"]?.hasPrefix("the event cannot be decoded: ") == true)
        #expect(page.messages("entry").isEmpty)
    }

    @Test func `any payload reaches the machine`() async throws {
        machine.inspect("checkout", accepting: [.samples, .values], by: inspector)
        let value = #"{"pay":{"amount":255,"card":{"number":"","brand":"amex","limit":0.5},"note":"\n","tags":["é"]}}"#
        #expect(try await outcome(of: "\"value\":\(value)")["outcome"] == "handled")
        #expect(machine.state == .paid(255))
    }

    @Test(arguments: [
        #""machine":0,"command":"c","value":"# + String(repeating: "[", count: 100_000),
        #""machine":0,"command":"c","value":"# + String(repeating: "[", count: 9_000)
            + String(repeating: "]", count: 9_000) + "}",
        #""machine":1e99,"command":"c","value":{}}"#, #""machine":-1,"command":"c","value":{}}"#,
    ])
    func `hostile JSON does not reach the app`(command: String) async throws {
        machine.inspect("checkout", accepting: [.values], by: inspector)
        let start = try #require(await page.messages("machine", count: 1).last)
        // The app is connected, so it would receive another command.
        #expect(try await outcome(of: #""value":{"cancel":{}}"#)["outcome"] == "rejected")
        let status = try await page.post("{\"session\":\"\(start["session"] ?? "")\",\(command)")
        #expect(status == 409, "\(status)")
        #expect(page.messages("outcome").count == 1)
    }
}

private enum Checkout: FiniteStateDefinition {
    case browsing(coupon: String)
    case paid(UInt8)

    enum Brand: String, Codable, CaseIterable { case visa, amex }

    struct Card: Codable, Hashable {
        var number: String
        var brand: Brand
        var limit: Double
    }

    final class Reply: Codable, Hashable, Sendable {
        let text: String

        init(text: String) { self.text = text }

        static func == (one: Reply, other: Reply) -> Bool { one.text == other.text }

        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    enum Event: Codable, Hashable {
        case add(String)
        case pay(amount: UInt8, card: Card, note: String?, tags: [String])
        case rate(stars: Int?, reply: Reply?)
        case cancel
        /// No sample has this case.
        case reorder(amounts: [UInt8])
    }

    static let samples: [Event] = [
        .add("apple"),
        .pay(amount: 5, card: Card(number: "4242", brand: .visa, limit: 10), note: nil, tags: ["gift"]),
        .rate(stars: 5, reply: nil), .cancel,
    ]

    static var initialStates: [Checkout] { [.browsing(coupon: "")] }

    var sampleEvents: [Event] {
        switch self {
        case .browsing(let coupon): [.add(coupon)] + Self.samples
        case .paid: Self.samples + [.rate(stars: nil, reply: Reply(text: "thanks"))]
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.browsing, .pay(let amount, _, _, _)): self = .paid(amount)
        case (.browsing, .add): break
        case (.browsing, .rate), (.browsing, .cancel), (.paid, .pay), (.paid, .add), (.paid, .rate), (.paid, .cancel):
            throw .invalid
        case (_, .reorder): throw .invalid
        }
    }
}

private enum Light: Codable, CaseIterable { case red, green }

private enum Loose: Codable {
    case list([Int])
    case table([String: Int])
    case lights([Light])
    case light(Light?)
    case either(Either?)
}

/// A value that lists as many cases as a test asks for.
private struct Numbered: Codable, CaseIterable {
    let number: Int

    @TaskLocal static var count = 0

    static var allCases: [Numbered] { (0..<count).map(Numbered.init(number:)) }
}

/// An event with a decoder of its own.
private enum Either: Codable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        }
    }
}
