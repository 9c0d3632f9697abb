import StateMachineGraphs
import TestSupport
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
        #expect(two == ["handled: unlike 3, unlike 4", "rejected: e.g. 3 or 4"])
        let three = words([
            "1": .handled, "2": .handled, "3": .handled, "4": .handled, "5": .rejected, "6": .rejected, "7": .rejected,
        ])
        #expect(three == ["handled: e.g. 1 or 2 or 3 or …", "rejected: e.g. 5 or 6 or 7"])
    }

    @Test func `a sample after values that are none has a mark, and one after another sample has none`() {
        let words = words(
            ["nil": .handled, "3": .handled, "4": .handled, "all": .updated, "5": .updated],
            label: "limit"
        )
        #expect(words == ["handled: limit: nil or e.g. 3 or 4", "updated: limit: all or e.g. 5"])
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
