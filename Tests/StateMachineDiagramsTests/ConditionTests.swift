import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineDiagrams

/// In which words it is told on what values the outcome of an event depends.
@Suite(.timeLimit(.minutes(1)), .computing) struct ConditionTests {
    private enum Outcome: ObservedOutcome {
        case handled, updated, rejected
        var isRejection: Bool { self == .rejected }
    }

    /// The conditions of each outcome, where one value of the event decides.
    private func words(_ outcomes: KeyValuePairs<String, Outcome>, label: String? = nil) -> [String] {
        let observations = outcomes.map { value, outcome in
            let feature = Feature(kind: .event, label: label, index: 0, value: value)
            return Observation(features: [feature], outcome: outcome)
        }
        return conditions(of: observations, isBesideRejections: true).map { outcome, conditions in
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
            return conditions(of: observations, isBesideRejections: true).first?.conditions.map(\.text) ?? []
        }
        #expect(words(["ac", "bd"]) == ["the value is a and the payload is c", "the value is b and the payload is d"])
        #expect(words(["ac", "ad"]) == ["the value is a"])
        #expect(words(["ac"]) == ["the value is a and the payload is c"])
    }

    /// The conditions of the outcomes of truth values with the labels `a`, `b` and so on.
    private func truths(_ outcomes: KeyValuePairs<[Bool], Outcome>, _ kind: Feature.Kind = .event) -> [String] {
        let observations = outcomes.map { values, outcome in
            let features = zip("abcdef", values).enumerated().map { index, pair in
                Feature(kind: kind, label: "\(pair.0)", index: index, value: "\(pair.1)")
            }
            return Observation(features: features, outcome: outcome)
        }
        return conditions(of: observations, isBesideRejections: true).map { outcome, conditions in
            "\(outcome): \(conditions.map(\.text).joined(separator: "; "))"
        }
    }

    @Test func `conditions of truth values are minimal, and written as statements`() {
        let implied = truths([
            [true, true]: .handled, [true, false]: .handled, [false, true]: .updated, [false, false]: .rejected,
        ])
        #expect(implied == ["handled: a", "updated: b and not a", "rejected: neither a nor b"])
        let either = truths([
            [true, true]: .handled, [true, false]: .handled, [false, true]: .handled, [false, false]: .rejected,
        ])
        #expect(either == ["handled: a or b", "rejected: neither a nor b"])
        let equal = truths([
            [true, true]: .handled, [false, false]: .handled, [false, true]: .updated, [true, false]: .updated,
        ])
        #expect(equal == ["handled: a and b, or neither a nor b", "updated: b and not a, or a and not b"])
    }

    @Test func `the fewest alternatives are found, however many cover a combination`() {
        // A cyclic core: each combination is in two primes, and three of six primes suffice.
        let bits = (0..<8).map { number in (0..<3).map { number >> $0 & 1 == 1 } }
        let observations = bits.map { values in
            let features = zip("abc", values).enumerated().map { index, pair in
                Feature(kind: .event, label: "\(pair.0)", index: index, value: "\(pair.1)")
            }
            let isMixed = Set(values).count == 2
            return Observation(features: features, outcome: isMixed ? Outcome.handled : .rejected)
        }
        let words = conditions(of: observations, isBesideRejections: true)[1].conditions[0].text
        #expect(words.components(separatedBy: ", or ").count == 3, "\(words)")
    }

    @Test func `what nobody tried belongs to no outcome that another one could claim as well`() {
        // Both together were not tried: "a" and "b" alone would contradict each other.
        let exclusive = truths([[true, false]: .handled, [false, true]: .updated, [false, false]: .rejected])
        #expect(exclusive == ["handled: a and not b", "updated: b and not a", "rejected: neither a nor b"])
        // States that do not exist cannot contradict each other.
        let states = truths([[true, false]: .handled, [false, true]: .updated, [false, false]: .rejected], .state)
        #expect(states == ["handled: a", "updated: b", "rejected: neither a nor b"])
        // Nobody else claims it.
        let alone = truths([[true, true]: .handled, [false, true]: .updated])
        #expect(alone == ["handled: a", "updated: not a"])
    }

    @Test func `six truth values are told in full`() throws {
        let observations = (0..<64).map { number in
            let features = (0..<6).map { index in
                Feature(kind: .event, label: "is\(index)", index: index, value: "\(number >> index & 1 == 1)")
            }
            return Observation(features: features, outcome: number.nonzeroBitCount == 2 ? Outcome.handled : .updated)
        }
        let found = conditions(of: observations, isBesideRejections: true)
        let handled = try #require(found.first { $0.outcome == .handled })
        #expect(handled.conditions[0].text.components(separatedBy: ", or ").count == 15)
        #expect(!handled.conditions[0].text.contains("…"))
    }

    @Test func `a preposition is no statement, and neither is a value without a label`() {
        for (label, words) in [
            ("to", ["handled: to is true", "updated: to is false"]), ("isOn", ["handled: isOn", "updated: not isOn"]),
            ("lamp.isOn", ["handled: lamp.isOn", "updated: not lamp.isOn"]),
            (nil, ["handled: the value is true", "updated: the value is false"]),
        ] {
            #expect(self.words(["true": .handled, "false": .updated], label: label) == words)
        }
    }

    @Test func `several values of one part are set apart from the next part`() {
        let observations = ["a", "b", "c"].flatMap { argument in
            ["d", "e", "f"].map { state in
                let features = [
                    Feature(kind: .event, index: 0, value: argument), Feature(kind: .state, index: 0, value: state),
                ]
                let isHandled = argument != "c" && state != "f"
                return Observation(features: features, outcome: isHandled ? Outcome.handled : .updated)
            }
        }
        let found = conditions(of: observations, isBesideRejections: true)
        #expect(found[0].conditions.map(\.text) == ["the value is a or b, and the payload is d or e"])
        #expect(found[0].conditions.map { $0.text(of: "go") } == ["go(a or b) [d or e]"])
        #expect(found[1].conditions.map(\.text) == ["the payload is f", "the value is c"])
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
