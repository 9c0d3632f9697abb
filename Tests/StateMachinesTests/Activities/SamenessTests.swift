import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachines

/// Values that do not equal themselves, compared by their contents.
@Suite(.timeLimit(.minutes(1)), .computing) struct SamenessTests {
    private enum Sample: Equatable {
        case none
        case number(Double)
        case labeled(name: String, number: Double)
        indirect case nested(Sample)
    }

    private struct Samples: Equatable {
        var list: [Double] = []
        var set: Set<Double> = []
        var dictionary: [String: Double] = [:]
        var last: Sample?
        var pair = Pair((0, 0))
    }

    /// Equal only by its numbers, and with a tuple, which is not `Equatable`.
    private struct Pair: Equatable {
        let numbers: (Double, Double)
        init(_ numbers: (Double, Double)) { self.numbers = numbers }
        static func == (one: Pair, other: Pair) -> Bool { one.numbers == other.numbers }
    }

    /// Never equal.
    private struct Unequal: Equatable {
        let number: Int
        static func == (one: Unequal, other: Unequal) -> Bool { false }
    }

    private final class Object: Equatable {
        static func == (one: Object, other: Object) -> Bool { false }
    }

    /// Equal if the objects are one object, although all objects look alike.
    private struct Reference: Equatable {
        let object = Object()
        static func == (one: Reference, other: Reference) -> Bool { one.object === other.object }
    }

    @Test func `two NaNs are the same, wherever they are`() {
        #expect(areSame(Double.nan, .nan) && areSame(Double.nan, -.nan) && areSame(Float.nan, .signalingNaN))
        #expect(areSame(Sample.number(.nan), .number(.nan)))
        #expect(areSame(Sample.nested(.labeled(name: "a", number: .nan)), .nested(.labeled(name: "a", number: .nan))))
        #expect(areSame(Samples(list: [1, .nan]), Samples(list: [1, .nan])))
        #expect(areSame(Samples(set: [.nan, 1, 2]), Samples(set: [2, .nan, 1])))
        #expect(areSame(Samples(dictionary: ["a": .nan, "b": 1]), Samples(dictionary: ["b": 1, "a": .nan])))
        #expect(areSame(Samples(last: .number(.nan)), Samples(last: .number(.nan))))
        #expect(areSame(Samples(pair: Pair((1, .nan))), Samples(pair: Pair((1, .nan)))))
        #expect(areSame(any: Double.nan, Double.nan) && areSame(any: [Double.nan], [Double.nan]))
    }

    @Test func `values with different contents are not the same`() {
        #expect(!areSame(Double.nan, 1) && !areSame(1, Double.nan) && !areSame(Double.nan, .infinity))
        #expect(!areSame(Sample.number(.nan), .none) && !areSame(Sample.number(.nan), .nested(.number(.nan))))
        #expect(!areSame(Sample.labeled(name: "a", number: .nan), .labeled(name: "b", number: .nan)))
        #expect(!areSame([1, .nan], [2, .nan]) && !areSame([Double.nan], [.nan, .nan]) && !areSame([Double.nan], []))
        #expect(!areSame(Samples(set: [.nan, 1]), Samples(set: [.nan, 2])))
        #expect(!areSame(Samples(set: [.nan, .nan]), Samples(set: [.nan, 2])))
        #expect(!areSame(Samples(last: .number(.nan)), Samples(last: nil)))
        #expect(!areSame(Pair((1, .nan)), Pair((2, .nan))))
        #expect(!areSame(any: Double.nan, Float.nan))
    }

    @Test func `a type whose values are never equal has the same values if their contents are equal`() {
        #expect(areSame(Unequal(number: 1), Unequal(number: 1)) && !areSame(Unequal(number: 1), Unequal(number: 2)))
        let object = Object()
        #expect(areSame(object, object) && !areSame(object, Object()))
    }

    @Test func `unequal values that equal themselves are not the same, even if they look alike`() {
        let reference = Reference()
        #expect(areSame(reference, reference) && !areSame(reference, Reference()))
        #expect(!areSame([reference], [Reference()]))
    }
}
