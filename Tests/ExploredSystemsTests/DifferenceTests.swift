import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// How the difference between two states is told.
@Suite(.timeLimit(.minutes(1)), .computing) struct DifferenceTests {
    private enum Door {
        case closed
        case locked(by: String)
        case stuck(Int, Int)
    }
    private struct Price: CustomStringConvertible {
        var cents: Int
        var description: String { "\(cents) cents" }
    }
    private struct Plain { var count: Int }
    private struct House {
        var door = Door.closed
        var name: String? = "a"
        var price: Price?
        var plain: Plain?
        var text = ""
        var rooms: Set<Int> = [1, 2]
        var size = (width: 1, height: 2)
    }

    private struct Change: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let change: @Sendable (inout House) -> Void
        init(_ lines: String..., change: @escaping @Sendable (inout House) -> Void) {
            (self.lines, self.change) = (lines, change)
        }
        var testDescription: String { "\(lines)" }
    }

    private static let changes = [
        Change {
            $0.door = .closed
        },
        // The value inside an optional or a case has the path of the property.
        Change("name: \"a\" → \"b\"") { $0.name = "b" },
        Change("name: \"a\" → nil") { $0.name = nil },
        Change("door: closed → locked(\"me\")") { $0.door = .locked(by: "me") },
        Change("door: closed → stuck(1, 2)") { $0.door = .stuck(1, 2) },
        Change("size.height: 2 → 3") { $0.size.height = 3 },
        Change("rooms: [1, 2] → [2, 3]") { $0.rooms = [2, 3] },
        // A value with a description of its own is described by it.
        Change("price: nil → 5 cents") { $0.price = Price(cents: 5) },
        Change("plain: nil → Plain(5)") { $0.plain = Plain(count: 5) },
        // A text of more than 60 characters, with its quotation marks, is cut.
        Change("text: \"\" → \"\(x(58))\"") { $0.text = x(58) },
        Change("text: \"\" → \"\(x(29))…\(x(28))\"") { $0.text = x(59) },
        Change("text: \"\" → \"\(x(29))…\(x(28))\"") { $0.text = x(500) },
        Change("door: closed → locked(\"me\")", "name: \"a\" → nil", "text: \"\" → \"x\"") {
            $0.text = "x"
            $0.name = nil
            $0.door = .locked(by: "me")
        },
    ]
    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(arguments: changes) private func `each value that has changed has a line with its path`(change: Change) {
        var house = House()
        change.change(&house)
        #expect(StateDifference(from: House(), to: house).lines == change.lines)
    }

    @Test func `of long texts, the part that differs is not cut`() {
        let (one, other) = (House(text: Self.x(100) + "a" + Self.x(100)), House(text: Self.x(100) + "b" + Self.x(100)))
        let around = (start: "…\(Self.x(12))", end: "\(Self.x(12))…")
        let line = "text: \(around.start)a\(around.end) → \(around.start)b\(around.end)"
        #expect(StateDifference(from: one, to: other).lines == [line])
    }

    private static let doors: [(before: Door, after: Door, line: String)] = [
        (.locked(by: "me"), .locked(by: "you"), "door.by: \"me\" → \"you\""),
        (.stuck(1, 2), .stuck(1, 3), "door: 2 → 3"),
        (.stuck(1, 2), .locked(by: "me"), "door: stuck(1, 2) → locked(\"me\")"),
    ]

    @Test(arguments: doors) private func `of two values of one case the payloads are compared`(
        before: Door,
        after: Door,
        line: String
    ) {
        #expect(StateDifference(from: House(door: before), to: House(door: after)).lines == [line])
    }

    private struct Nest { var inner: [Nest] = [], size = 0 }

    private static let paths = [
        (1, "inner.0.size"), (3, "inner.0.inner.0.inner.0.size"), (4, "inner.0.inner.0.inner.0.inner"),
        (9, "inner.0.inner.0.inner.0.inner"),
    ]

    @Test(arguments: paths) func `what is nested deeply is compared as a whole`(depth: Int, path: String) {
        func nest(_ size: Int) -> Nest { (0..<depth).reduce(Nest(size: size)) { nest, _ in Nest(inner: [nest]) } }
        #expect(StateDifference(from: nest(1), to: nest(2)).changes.map(\.path) == [path])
    }

    /// A description that contains what Swift prints of a value with a private type.
    private struct Told: CustomStringConvertible {
        private enum Mode { case slow }
        private struct Engine { var mode = Mode.slow }
        private var engine = Engine()
        var description: String { "\(engine)" }
    }

    @Test func `a description is the same in each process`() {
        #expect(StateDifference.text(Told()).hasSuffix("DifferenceTests.Told.Mode.slow)"))
    }
}
