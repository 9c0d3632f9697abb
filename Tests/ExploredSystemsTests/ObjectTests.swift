import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Synchronization
import Testing

/// Objects of the code under test that each call copies.
@Suite(.timeLimit(.minutes(1)), .computing) struct ObjectTests {
    private class Base {
        fileprivate let name: String
        private var list: [Int]
        init(name: String, list: [Int]) { (self.name, self.list) = (name, list) }
        func add(_ number: Int) { list.append(number) }
        var sum: Int { list.reduce(0, +) }
    }

    private struct Overflow: Error { let number: Int }
    private protocol Delegate: AnyObject { var heard: Int { get set } }
    private final class Listener: Delegate { var heard = 0 }
    private final class Part {
        var count = 0
        weak var owner: Meter?
        var next: Part?
    }

    /// A class with what the classes of apps have: private properties of many types, a superclass,
    /// parts that refer back, a weak delegate and a closure.
    private final class Meter: Base {
        private var text = "a text that is too long for the value itself"
        private(set) var error: (any Error)?
        private var small: (Int8, Bool, Double?) = (1, true, nil)
        private var any: Any = [1: "one"]
        lazy var late = [text, "late"]
        let part = Part()
        var other: Part?
        weak var delegate: (any Delegate)?
        var onChange: ((Int) -> Void)?

        init() {
            super.init(name: "meter", list: [1])
            part.owner = self
            part.next = Part()
            part.next?.next = part
        }

        func measure(_ number: Int) {
            add(number)
            part.count += 1
            part.next?.count += 10
            text += "."
            small = (small.0 + 1, !small.1, Double(number))
            any = [text]
            if number > 2 { error = Overflow(number: number) }
            other = other ?? Part()
            other?.count += 100
            delegate?.heard += 1
            onChange?(number)
        }

        var summary: String {
            "\(name) \(sum) \(text.count) \(small) \(any) \(part.count) \(part.next?.count ?? 0) \(other?.count ?? 0) \(error.map { "\($0)" } ?? "")"
        }
    }

    @Test func `a copy has all stored values, and a change of it changes nothing else`() throws {
        let original = Meter()
        let listener = Listener()
        original.delegate = listener
        _ = original.late
        original.measure(2)
        let summary = original.summary
        var calls: [Int] = []
        var meter = ExploredObject(original)
        for number in 3...20 {
            let before = meter.object
            let told = before.summary
            try meter.call { copy in
                #expect(copy !== before && copy.summary == told && copy.late.count == 2)
                #expect(copy.part !== before.part && copy.part.owner === copy && copy.part.next?.next === copy.part)
                #expect(copy.delegate === listener)
                copy.onChange = { calls.append($0) }
                copy.measure(number)
                copy.onChange = nil
                #expect(copy.summary != told)
            }
            #expect(before.summary == told)
        }
        #expect(original.summary == summary && calls == Array(3...20) && listener.heard == 19)
        #expect(meter.object.part.count == 19)
    }

    @Test func `copies are released, and so is what they contain`() throws {
        weak var weakPart: Part?
        weak var weakCopy: Meter?
        do {
            var meter = ExploredObject(Meter())
            try meter.call { $0.measure(1) }
            (weakCopy, weakPart) = (meter.object, meter.object.other)
            #expect(weakCopy != nil && weakPart != nil)
            // Two parts refer to each other.
            meter.object.part.next = nil
        }
        #expect(weakCopy == nil && weakPart == nil)
    }

    private final class Locking { let mutex = Mutex(0) }
    private actor Worker { var count = 0 }
    private final class Child {
        unowned let parent: Part
        init(parent: Part) { self.parent = parent }
    }
    private final class Late { unowned var parent: Part? = nil }

    @Test func `an object that cannot be copied is a fault that says why`() throws {
        func reason(_ object: some AnyObject) -> String? {
            var explored = ExploredObject(object)
            do {
                try explored.call { _ in }
                return nil
            } catch {
                return (error as? SystemFault)?.reason
            }
        }
        let part = Part()
        #expect(
            reason(Locking()) == "an object of Locking cannot be copied, because its property 'mutex' is noncopyable"
        )
        #expect(reason(Worker()) == "an object of Worker cannot be copied, because it is an actor")
        #expect(
            reason(Child(parent: part))
                == "an object of Child cannot be copied, because its property 'parent' is unowned"
        )
        let late = Late()
        #expect(reason(late) == nil)
        late.parent = part
        #expect(reason(late) == "an object of Late cannot be copied, because its property 'parent' is unowned")
        withExtendedLifetime(part) {}
    }

    private final class Jams { var count = 0 }

    /// A door whose state is private, and that nobody wrote for an exploration.
    private final class Door {
        private var isOpen = false
        private var openings = 0
        var onJam: (() -> Void)?
        func open() {
            if !isOpen { openings += 1 }
            isOpen = openings < 3
            if openings == 3 { onJam?() }
        }
        func close() { isOpen = false }
    }

    @Test func `a class is explored as it is`() throws {
        struct DoorSystem: ExploredSystem {
            var door = ExploredObject(Door())
            var isJammed = false
            static var initialStates: [DoorSystem] { [DoorSystem()] }
            static var properties: [Property] { [.never("jammed") { $0.isJammed }] }

            func moves(_ move: inout SystemMoves<DoorSystem>) {
                guard !isJammed else { return }
                move("open") { try $0.call { $0.open() } }
                move("close") { try $0.call { $0.close() } }
            }

            mutating func call(_ body: (Door) -> Void) throws {
                let jams = Jams()
                try door.call { door in
                    door.onJam = { jams.count += 1 }
                    body(door)
                    door.onJam = nil
                }
                isJammed = isJammed || jams.count > 0
            }
        }
        let exploration = try SystemExploration(of: DoorSystem.self)
        #expect(exploration.isComplete, "\(exploration)")
        #expect(exploration.graph.states.count == 6)
        #expect(exploration.verdicts[0].run?.moves == ["open", "close", "open", "close", "open"])
        #expect("\(exploration.verdicts[0])".contains("door.openings: 0 → 1"), "\(exploration.verdicts[0])")
    }
}
