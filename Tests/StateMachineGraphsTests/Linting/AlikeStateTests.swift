import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct AlikeStateTests {
    /// Ends with tags, in sets of different sizes.
    private struct Parcel: FiniteStateDefinition {
        enum Tag: Hashable { case fragile, heavy, urgent }

        @TaskLocal static var tags: [Set<Tag>] = []

        var number = 0
        var tags: Set<Tag> = []

        static var initialStates: [Parcel] { [Parcel()] }
        var sampleEvents: [Int] { Array(1...Self.tags.count) }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            guard number == 0 else { throw .invalid }
            (number, tags) = (event, Self.tags[event - 1])
        }
    }

    /// Loads for ever, unless it is the first one.
    private struct Loader: FiniteStateDefinition {
        enum Activity: Hashable { case loading(Int) }

        var number = 0

        static var initialStates: [Loader] { [Loader()] }
        var sampleEvents: [Int] { [0, 1, 2, 3] }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            guard number == 0 || number == 1 && event == 0 else { throw .invalid }
            number = event
        }

        var activities: [Activity] { number == 0 ? [] : [.loading(number)] }
    }

    private func ends(_ tags: [Set<Parcel.Tag>]) throws -> [String] {
        try Parcel.$tags.withValue(tags) { try findings(of: Parcel.self) }.filter {
            $0.hasPrefix("No event is handled")
        }
    }

    @Test func `ends with the same elements are alike, in whichever order`() throws {
        let tags = (0..<30).map { size in
            var tags = Set<Parcel.Tag>(minimumCapacity: size * size)
            tags.formUnion([.fragile, .heavy, .urgent])
            return tags
        }
        #expect(try ends(tags).count == 1)
    }

    @Test func `ends with other elements are different`() throws {
        #expect(try ends([[.fragile, .heavy], [.heavy, .fragile], [.fragile, .urgent], []]).count == 3)
    }

    @Test func `six states have a name each, of seven five`() throws {
        let six = try ends(Array(repeating: [], count: 6))
        #expect(six.count == 1 && six[0].contains("number: 6") && !six[0].contains("other states"))
        #expect(try ends(Array(repeating: [], count: 7)).first?.contains("or 2 other states") == true)
    }

    @Test func `an activity with several payloads is named once`() throws {
        #expect(
            try findings(of: Loader.self).filter { $0.contains("the activity") } == [
                "Once the machine enters Loader(number: 2) or Loader(number: 3), the activity “loading” never ends."
            ]
        )
    }

    @Test func `a state that joins the way of another one is no beginning of its own`() throws {
        let rules = Tabular.Rules(
            targets: [[1, 2], [3, nil], [4, nil], [4, nil], [3, nil]],
            activities: [[], [0], [0], [0], [0]]
        )
        let beginnings = try rules.graph().findings().flatMap { finding in
            if case .neverExited(_, let node, let others) = finding {
                ([node] + others).map(\.state.index)
            } else {
                [Int]()
            }
        }
        #expect(beginnings == [1])
    }

    @Test func `what may well be meant is no defect`() throws {
        #expect(
            try Letter.$rules.withValue(Letter.Rules()) {
                try StateGraph(exploring: Letter.self).findings().contains { !$0.isDefect }
            }
        )
    }
}
