import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineDiagrams

/// In which words it is told on what values the outcome of an event depends.
@Suite(.timeLimit(.minutes(1)), .computing) struct ConditionTests {
    private enum Outcome { case handled, updated, rejected }

    /// The conditions of each outcome, where one value of the event decides.
    private func words(_ outcomes: KeyValuePairs<String, Outcome>, label: String? = nil) -> [String] {
        let observations = outcomes.map { value, outcome in
            let feature = Feature(kind: .event, label: label, index: 0, value: value)
            return Observation(features: [feature], outcome: outcome)
        }
        return conditions(of: observations, isRejection: { $0 == .rejected }).map { outcome, conditions in
            "\(outcome): \(conditions.map(\.text).joined(separator: "; "))"
        }
    }

    @Test func `up to two rejected values are named in place of those that are handled`() {
        let two = words(["1": .handled, "2": .handled, "3": .rejected, "4": .rejected])
        #expect(two == ["handled: the value is neither 3 nor 4", "rejected: the value is 3 or 4"])
        let three = words([
            "1": .handled, "2": .handled, "3": .handled, "4": .handled, "5": .rejected, "6": .rejected, "7": .rejected,
        ])
        #expect(three == ["handled: the value is 1 or 2 or 3 or 4", "rejected: the value is 5 or 6 or 7"])
    }

    @Test func `four values or more are told by one or two others, and fewer are named`() {
        let four = words(["1": .handled, "2": .handled, "3": .handled, "4": .handled, "5": .updated])
        #expect(four == ["handled: the value is not 5", "updated: the value is 5"])
        let three = words(["1": .handled, "2": .handled, "3": .handled, "4": .updated])
        #expect(three == ["handled: the value is 1 or 2 or 3", "updated: the value is 4"])
    }

    @Test func `values that count only together are told together`() {
        func words(_ handled: Set<String>) -> [String] {
            let observations = ["a", "b"].flatMap { argument in
                ["c", "d"].map { state in
                    let features = [
                        Feature(kind: .event, index: 0, value: argument), Feature(kind: .state, index: 0, value: state),
                    ]
                    let outcome = handled.contains(argument + state) ? Outcome.handled : .updated
                    return Observation(features: features, outcome: outcome)
                }
            }
            return conditions(of: observations, isRejection: { $0 == .rejected }).first?.conditions.map(\.text) ?? []
        }
        #expect(words(["ac", "bd"]) == ["the value is a and the payload is c", "the value is b and the payload is d"])
        #expect(words(["ac", "ad"]) == ["the value is a"])
        #expect(words(["ac"]) == ["the value is a and the payload is c"])
    }

    /// The outcome is the parity of the first values; the last one does not matter.
    @Test(arguments: 1...5)
    func `what does not decide is not told, however many values do`(count: Int) throws {
        let observations = (0..<3 << count).map { number in
            let bits = (0..<count).map { number >> $0 & 1 }
            let features = (bits + [number >> count]).enumerated().map {
                Feature(kind: .event, index: $0, value: "v\($1)")
            }
            return Observation(features: features, outcome: bits.reduce(0, ^) == 0 ? Outcome.handled : .updated)
        }
        let outcomes = try #require(distinctions(of: observations))
        #expect(outcomes.map(\.outcome) == [.handled, .updated])
        for values in outcomes.flatMap(\.values) { #expect(values.map(\.index) == Array(0..<count)) }
        #expect(outcomes.map(\.values.count) == [1 << (count - 1), 1 << (count - 1)])
    }

    @Test func `a region is told by its state, without its own name before it`() {
        func title(_ name: ValueName) -> String { ValueName.Region(label: "door", name: name).title }
        #expect(title(leaf("open")) == "open" && title(leaf("doorway")) == "doorway")
        #expect(title(outer("door", leaf("open"))) == "open" && title(outer("doors", leaf("open"))) == "doors.open")
    }

    @Test func `a sample after values that are none has a mark, and one after another sample has none`() {
        let words = words(
            ["nil": .handled, "3": .handled, "4": .handled, "all": .updated, "5": .updated],
            label: "limit"
        )
        #expect(words == ["handled: limit is nil or 3 or 4", "updated: limit is all or 5"])
    }

    @Test(arguments: [
        ("1", true), ("-1", true), ("1.5", true), ("½", true), ("nan", true), ("inf", true), ("\"idle\"", true),
        ("[1]", true), ("two words", true), ("", true), ("idle", false), ("éclair", false), ("漢", false),
        ("_private", false), ("step2", false), ("nil", false), ("true", false),
    ])
    func `a number and a text are samples, and a case is none`(value: String, isSample: Bool) {
        #expect(Feature(kind: .event, index: 0, value: value).isSample == isSample)
        #expect(Feature(kind: .state, index: 0, value: value).isSample == isSample)
        // Any state of a region was found by exploration.
        #expect(!Feature(kind: .region, index: 0, value: value).isSample)
    }
}
