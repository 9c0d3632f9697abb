import StateMachineGraphs
import StateMachines

/// Mutual exclusion of several processes: Peterson, "Myths about the mutual exclusion problem", 1981.
///
/// Each process goes through levels, one fewer than there are processes. It says at which level it is, then that it was the last
/// one to come there, and waits until another one comes or nobody else is as far. `Models/filter-lock.pml` is the same model for
/// SPIN.
struct FilterLock<Size: LockSize>: FiniteStateDefinition {
    /// What a process does next.
    enum Place: UInt8 {
        /// It sees whether levels are left. At the first one it takes no part yet.
        case between
        /// It says that it is at the level.
        case arriving
        /// It says that it was the last one to come.
        case saying
        /// It looks whether it may go on.
        case waiting
        /// It leaves.
        case critical
    }

    private var places = Numbers()
    /// The level that each process goes through, from one on.
    private var rounds = Numbers(repeating: 1, count: Size.processes)
    /// The level that each has told the others; none at first.
    private var levels = Numbers()
    /// For each level the process that was the last to come there; the first process at first.
    private var last = Numbers()

    static var initialStates: [FilterLock] { [FilterLock()] }

    /// The number of the process that does its next step.
    var sampleEvents: [Int] { Size.all }

    mutating func handleEvent(_ process: Int) throws(TransitionError) {
        let level = rounds[process]
        switch place(of: process) {
        case .between:
            move(process, to: level <= Size.levels ? .arriving : .critical)
        case .arriving:
            levels[process] = level
            move(process, to: .saying)
        case .saying:
            last[Int(level)] = UInt8(process)
            move(process, to: .waiting)
        case .waiting:
            guard last[Int(level)] != process || isAhead(process) else { throw .invalid }
            rounds[process] = level + 1
            move(process, to: .between)
        case .critical:
            levels[process] = 0
            rounds[process] = 1
            move(process, to: .between)
        }
    }

    func place(of process: Int) -> Place { Place(rawValue: places[process]) ?? .between }

    /// The level that a process has told the others.
    func level(of process: Int) -> UInt8 { levels[process] }

    /// Whether a process has begun to go through the levels.
    func takesPart(_ process: Int) -> Bool { levels[process] > 0 }

    /// How many are in the critical section.
    var criticalCount: Int { (0..<Size.processes).count { place(of: $0) == .critical } }

    private mutating func move(_ process: Int, to place: Place) { places[process] = place.rawValue }

    /// Whether nobody else is at the level of a process or further.
    private func isAhead(_ process: Int) -> Bool {
        for other in 0..<Size.processes where other != process && levels[other] >= rounds[process] { return false }
        return true
    }
}

/// The same, kept as a word in a graph, and unpacked when one is asked for.
struct PackedFilterLock<Size: LockSize>: PackedStateDefinition {
    private(set) var lock = FilterLock<Size>()

    static var initialStates: [PackedFilterLock] { [PackedFilterLock()] }
    var sampleEvents: [Int] { lock.sampleEvents }
    mutating func handleEvent(_ process: Int) throws(TransitionError) { try lock.handleEvent(process) }

    init() {}

    var packed: UInt64 { lock.packed }
    init(packed: UInt64) { lock = FilterLock(packed: packed) }
}

extension FilterLock {
    /// Places, levels that are gone through, and who was last, from which follows what each process has told.
    fileprivate var packed: UInt64 {
        UInt64(places.bits) | UInt64(rounds.bits) << Numbers.width | UInt64(last.bits) << (2 * Numbers.width)
    }

    fileprivate init(packed: UInt64) {
        func numbers(_ place: Int) -> Numbers {
            Numbers(bits: UInt32(truncatingIfNeeded: packed >> (place * Numbers.width)) & (1 << Numbers.width - 1))
        }
        (places, rounds, last) = (numbers(0), numbers(1), numbers(2))
        // Whoever is saying or waiting, which have the second bit in common, has told its level; others are a level ahead.
        let ones: UInt32 = 0o1111111 >> (3 * (7 - UInt32(Size.processes)))
        levels = Numbers(bits: rounds.bits - ones + places.bits >> 1 & ones)
    }
}

/// Seven numbers below eight.
private struct Numbers: Hashable {
    /// How many bits they take.
    static let width = 21

    fileprivate(set) var bits: UInt32 = 0

    init(bits: UInt32) { self.bits = bits }

    init(repeating number: UInt8 = 0, count: Int = 0) {
        for place in 0..<count { self[place] = number }
    }

    subscript(place: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: bits &>> shift(to: place)) & 7 }
        set { bits = bits & ~(7 &<< shift(to: place)) | UInt32(newValue) &<< shift(to: place) }
    }

    private func shift(to place: Int) -> UInt32 { UInt32(truncatingIfNeeded: 3 &* place) }
}

/// How many processes there are, and how many levels they go through.
protocol LockSize: SendableMetatype {
    static var processes: Int { get }
    /// The numbers of the processes: a constant, since it is asked for in each state.
    static var all: [Int] { get }
    static var levels: Int { get }
}

extension LockSize {
    static var levels: Int { processes - 1 }
}

enum ThreeProcesses: LockSize {
    static var processes: Int { 3 }
    static let all = [0, 1, 2]
}
enum FourProcesses: LockSize {
    static var processes: Int { 4 }
    static let all = [0, 1, 2, 3]
}
enum FiveProcesses: LockSize {
    static var processes: Int { 5 }
    static let all = [0, 1, 2, 3, 4]
}
enum SixProcesses: LockSize {
    static var processes: Int { 6 }
    static let all = [0, 1, 2, 3, 4, 5]
}

/// With a level too few, so that two come in.
enum Broken<Size: LockSize>: LockSize {
    static var processes: Int { Size.processes }
    static var all: [Int] { Size.all }
    static var levels: Int { Size.levels - 1 }
}
