import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TraceShrinkingEdgeCaseTests {
    /// Counts; not `Hashable`.
    private struct Counter: StateDefinition {
        var count = 0
        mutating func handleEvent(_ event: Int) throws(TransitionError) { count += event }
    }

    /// A place on a way of two steps and a ring of three; not `Hashable`.
    private struct Place: StateDefinition, Equatable {
        var index = 0
        mutating func handleEvent(_ event: Int) throws(TransitionError) { index = index == 4 ? 2 : index + event }
    }

    private struct HashablePlace: StateDefinition, Hashable {
        var index = 0
        mutating func handleEvent(_ event: Int) throws(TransitionError) { index = index == 4 ? 2 : index + event }
    }

    /// Each letter can arrive after the one before it, and all look alike.
    private struct Post: FiniteStateDefinition {
        struct Letter: Equatable, CustomStringConvertible {
            let number: Int
            var description: String { "letter" }
        }

        var count = 0

        static var initialStates: [Post] { [Post()] }

        var sampleEvents: [Letter] { [Letter(number: count + 1)] }

        mutating func handleEvent(_ event: Letter) throws(TransitionError) { count += 1 }
    }

    /// Events that are not `Equatable`, of which the last can arrive after the first.
    private struct Signals: FiniteStateDefinition {
        enum Event {
            case begin, end, wait
            case other(any Sendable)
        }

        var count = 0

        static var initialStates: [Signals] { [Signals()] }

        var sampleEvents: [Event] { count > 0 ? [.end, .wait] : [.begin, .wait] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .begin: count = 1
            case .end: count = 0
            case .wait, .other: break
            }
        }
    }

    /// What holds for parts of a trace proves nothing about the trace.
    @Test func `a trace that does not fail is left as it is, though parts of it would fail`() async {
        let lamp = Trace(from: Lamp.off, events: [.toggle, .toggle, .toggle, .kick])
        #expect(await lamp.shrunk { $0.events.count < 4 }.events == lamp.events)
        let counter = Trace(from: Counter(), events: [1, -1, 1, 3])
        #expect(await counter.shrunk { $0.events.count < 4 }.events == counter.events)
    }

    @Test func `each event that is left is a sample event where it is tried, if it was so in the whole trace`() async {
        let trace = Trace(from: Network(), events: [.send, .wait, .send, .receive, .wait, .receive, .send])
        let short = await trace.shrunk { $0.last.received == 2 }
        #expect(short.events == [.send, .send, .receive, .receive])
        let early = Trace(from: Network(), events: [.receive, .send, .receive])
        #expect(await early.shrunk { $0.last.received == 2 }.events == [.receive, .receive])
    }

    @Test func `shrinking ends when the task is cancelled, with what was found`() async {
        let trace = Trace(from: Counter(), events: Array(repeating: 1, count: 50))
        let (short, calls) = await Task.cancelled {
            var calls = 0
            let short = await trace.shrunk {
                calls += 1
                return $0.last.count >= 40
            }
            return (short, calls)
        }
        #expect(short.events == trace.events && calls <= 1)
    }

    @Test(arguments: [0, 1, 7, 1_000])
    func `shrinking tries as many parts as it may`(limit: Int) async {
        let trace = Trace(from: Counter(), events: Array(repeating: 1, count: 50))
        var calls = 0
        let short = await trace.shrunk(attempts: limit) {
            calls += 1
            return $0.last.count >= 20
        }
        #expect(calls <= limit + 1 && short.last.count >= 20)
        #expect(limit < 1_000 || short.events.count == 20)
    }

    /// A way that comes back to its third place after five steps, and which parts of half the size
    /// cannot be left out of.
    private func shrunkRing<Place: StateDefinition>(
        from place: Place,
        _ index: (Place) -> Int
    ) async -> Int where Place.Event == Int {
        let ring = Trace(from: place, events: Array(repeating: 1, count: 5))
        return await ring.shrunk { $0.events.count % 3 == 2 && index($0.last) == 2 }.events.count
    }

    @Test func `a way that ends where it was before ends there, of states that are Equatable or Hashable`() async {
        #expect(await shrunkRing(from: Place(), \.index) == 2)
        #expect(await shrunkRing(from: HashablePlace(), \.index) == 2)
    }

    @Test func `the trace itself is tried once`() async {
        var counts: [Int] = []
        _ = await Trace(from: Tally(), events: [.up, .up, .up]).shrunk {
            counts.append($0.events.count)
            return $0.last.count == 3
        }
        #expect(counts.first == 3 && counts.dropFirst().allSatisfy { $0 < 3 })
    }

    @Test func `events are compared as such, though they have the same name`() async {
        let letters = (1...3).map { Post.Letter(number: $0) }
        let short = await Trace(from: Post(), events: letters).shrunk { $0.events.contains(letters[2]) }
        #expect(short.events == letters)
    }

    @Test func `events that cannot be compared are known by their names`() async {
        let trace = Trace(from: Signals(), events: [.wait, .begin, .wait, .end])
        let short = await trace.shrunk { "\($0)".contains("end") }
        #expect("\(short)" == "Signals(count: 0) ─ begin → Signals(count: 1) ─ end → Signals(count: 0)")
    }

    @Test func `a cancelled task leaves no cycle out`() async {
        let trace = Trace(from: Tally(), events: [.up, .down, .up, .down, .up])
        let (short, calls) = await Task.cancelled {
            var calls = 0
            let short = await trace.shrunk { _ in
                calls += 1
                return true
            }
            return (short, calls)
        }
        #expect(short.events == trace.events && calls <= 1)
    }
}
