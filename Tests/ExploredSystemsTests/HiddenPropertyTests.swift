import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// What reflection cannot read is named, and a user's own types are read by what they store.
@Suite(.timeLimit(.minutes(1)), .computing) struct HiddenPropertyTests {
    private static func key(_ value: Any, _ readings: SystemReading...) -> StateKey {
        StateReader(identifiers: [], readings: readings).structure(of: value).key
    }
    private static func hidden(_ value: Any, _ readings: SystemReading...) -> [String] {
        let reader = StateReader(identifiers: [], readings: readings)
        _ = reader.structure(of: value)
        return reader.hiddenProperties.map(\.text)
    }

    private struct Light: CustomReflectable {
        private var mode: Int
        private var listed: [Int] = []
        init(_ mode: Int, _ listed: [Int] = []) { (self.mode, self.listed) = (mode, listed) }
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }
    private struct List: CustomReflectable {
        private var mode: Int
        init(_ mode: Int) { self.mode = mode }
        var customMirror: Mirror { Mirror(self, unlabeledChildren: [1, 2], displayStyle: .set) }
    }
    private final class Lamp: CustomReflectable {
        private var mode: Int
        init(_ mode: Int) { self.mode = mode }
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }
    private enum Choice: CustomReflectable {
        case one(Int)
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    @Test func `a type is read by what it stores, even if its mirror shows something else`() {
        let pairs: [(Any, Any, Any)] = [
            (Light(1), Light(1), Light(2)), (Light(1, [1]), Light(1, [1]), Light(1)), (List(1), List(1), List(2)),
            (Lamp(1), Lamp(1), Lamp(2)), (Choice.one(1), Choice.one(1), Choice.one(2)),
        ]
        for (one, same, other) in pairs {
            #expect(Self.key(one) == Self.key(same), "\(one)")
            #expect(Self.key(one) != Self.key(other), "\(one)")
            #expect(Self.hidden(one).isEmpty)
        }
    }

    /// Switches two lights that hide their state from mirrors.
    private struct Lights: ExploredSystem {
        private struct Switch: CustomReflectable {
            var isOn = false
            var customMirror: Mirror { Mirror(self, children: [:]) }
        }
        private var one = Switch()
        private var other = Switch()
        static var initialStates: [Lights] { [Lights()] }

        func moves(_ move: inout SystemMoves<Lights>) {
            move("one") { $0.one.isOn.toggle() }
            move("other") { $0.other.isOn.toggle() }
        }
    }

    @Test func `states that differ in such a type are different`() throws {
        let exploration = try SystemExploration(of: Lights.self)
        #expect(exploration.statistics.states == 4 && exploration.isComplete)
    }

    private class Base {
        weak var parent: Base?
        var name = ""
    }
    private final class Derived: Base {
        unowned let owner: Base
        weak var friend: Base?
        let size = 1
        init(_ owner: Base) { self.owner = owner }
    }
    private struct Holder {
        weak var delegate: Base?
        var size = 1
    }
    private struct Client { var onMessage: ((Int) -> Void)? }
    private struct Pair { let make: @convention(c) (Int) -> Int }
    private struct Work { let task: Task<Void, Never> }
    private struct Waiting { let continuation: UnsafeContinuation<Void, Never> }
    private struct Borrowed { let object: Unmanaged<Base> }
    private final class Elements: ManagedBuffer<Int, Int> {}
    private struct Buffered { let storage: ManagedBuffer<Int, Int> }
    private struct Address { var value = in6_addr() }

    @Test func `a reference that does not keep its object alive is named unless it is nil`() {
        let (one, other) = (Base(), Base())
        (one.name, other.name) = ("one", "other")
        #expect(Self.hidden(Holder()).isEmpty)
        #expect(Self.hidden(Holder(delegate: one)) == ["Holder.delegate (the lifetime of a weak or unowned reference)"])
        // What the reference leads to is read.
        #expect(Self.key(Holder(delegate: one)) != Self.key(Holder(delegate: other)))
        #expect(Self.key(Holder(delegate: one)) != Self.key(Holder()))
        let derived = Derived(one)
        (derived.parent, derived.friend) = (one, other)
        #expect(
            Self.hidden(derived)
                == ["friend", "owner", "parent"].map {
                    "Derived.\($0) (the lifetime of a weak or unowned reference)"
                }
        )
        let before = Self.key(derived)
        derived.friend = one
        #expect(Self.key(derived) != before)
        #expect(Self.hidden(Borrowed(object: .passUnretained(one))).count == 1)
    }

    @Test func `a closure that captures something is named, and a function is a value`() {
        func message(_ number: Int) -> Client { Client { _ in print(number) } }
        #expect(Self.hidden(Client()).isEmpty && Self.hidden(Client { _ in }).isEmpty)
        #expect(Self.hidden(message(1)) == ["Client.onMessage (the values that a closure captures)"])
        #expect(Self.key(message(1)) == Self.key(message(2)))
        let pairs = (Pair { $0 + 1 }, Pair { $0 + 2 })
        #expect(Self.key(pairs.0) != Self.key(pairs.1) && Self.key(pairs.0) == Self.key(pairs.0))
        #expect(Self.hidden(pairs.0).isEmpty)
        let reading = SystemReading.reading(Client.self) { $0.onMessage == nil }
        #expect(Self.hidden(message(1), reading).isEmpty)
        #expect(Self.key(message(1), reading) != Self.key(Client(), reading))
    }

    @Test func `values of the runtime, of C and of managed buffers are named`() async {
        let task = Task {}
        #expect(Self.hidden(Work(task: task)) == ["Work.task (the progress of a task or a continuation)"])
        #expect(Self.key(Work(task: task)) == Self.key(Work(task: Task {})))
        await withUnsafeContinuation { continuation in
            let waiting = Waiting(continuation: continuation)
            #expect(Self.hidden(waiting) == ["Waiting.continuation (the progress of a task or a continuation)"])
            continuation.resume()
        }
        #expect(Self.hidden(Address()) == ["Address.value (a value that reflection does not show)"])
        func buffer(_ header: Int) -> Buffered {
            Buffered(storage: Elements.create(minimumCapacity: 4) { _ in header })
        }
        #expect(Self.hidden(buffer(1)) == ["Buffered.storage (the elements of a managed buffer)"])
        #expect(Self.key(buffer(1)) != Self.key(buffer(2)))
    }

    private struct Nothing {}
    private struct Padded {
        var before = Nothing(), flag = true, nothing: Void = (), number = 1, small = UInt8(2), after = Nothing()
        var pair = (Nothing(), UInt16(3), Optional(4))
        var nested: (Bool, Double, Nothing)? = (true, 0.5, Nothing())
        let last = Nothing()
    }

    @Test func `values without a size, and gaps between others, hide nothing`() {
        #expect(Self.hidden(Padded()).isEmpty && Self.hidden(Nothing()).isEmpty && Self.hidden([Padded()]).isEmpty)
        #expect(Self.key(Padded()) != Self.key(Padded(number: 2)) && Self.key(Padded()) == Self.key(Padded()))
    }

    private actor Account { var balance = 1 }
    private struct Keyed { let path: PartialKeyPath<Holder> }

    @Test func `an actor and a key path are read`() {
        #expect(Self.hidden(Account()).isEmpty)
        #expect(Self.key(Account()) == Self.key(Account()))
        #expect(Self.key(Keyed(path: \.size)) == Self.key(Keyed(path: \.size)))
        #expect(Self.key(Keyed(path: \.size)) != Self.key(Keyed(path: \.delegate)))
    }

    private class Cache {
        var values: [Int] = []
        var hits = 0
        init(_ values: [Int], hits: Int = 0) { (self.values, self.hits) = (values, hits) }
    }
    private final class LargeCache: Cache {}
    private struct Ring {
        var slots: [Int?]
        var start: Int
        var elements: [Int] { (slots[start...] + slots[..<start]).compactMap { $0 } }
    }

    @Test func `a reading may leave something out, and applies to subclasses`() {
        let cache = SystemReading.reading(Cache.self) { $0.values }
        #expect(Self.key(Cache([1], hits: 1), cache) == Self.key(Cache([1], hits: 2), cache))
        #expect(Self.key(LargeCache([1], hits: 1), cache) == Self.key(LargeCache([1], hits: 2), cache))
        #expect(Self.key(Cache([1]), cache) != Self.key(Cache([2]), cache))
        let one = Cache([1])
        #expect(Self.key([one, one], cache) != Self.key([Cache([1]), Cache([1])], cache))
        let ring = SystemReading.reading(Ring.self) { $0.elements }
        #expect(
            Self.key(Ring(slots: [1, 2, nil], start: 0), ring) == Self.key(Ring(slots: [2, nil, 1], start: 2), ring)
        )
        #expect(Self.key(Ring(slots: [1, 2, nil], start: 0)) != Self.key(Ring(slots: [2, nil, 1], start: 2)))
        // The result may have the type of the value.
        let normal = SystemReading.reading(Ring.self) { Ring(slots: $0.elements, start: 0) }
        #expect(
            Self.key(Ring(slots: [1, nil], start: 0), normal) == Self.key(Ring(slots: [nil, 1], start: 1), normal)
        )
        #expect(
            Self.key(Ring(slots: [1, nil], start: 0), normal) != Self.key(Ring(slots: [nil, 2], start: 1), normal)
        )
    }
}
