import StateMachineGraphs
import StateMachines

/// Mutual exclusion of several processes: Peterson, "Myths about the mutual exclusion problem",
/// 1981.
///
/// Each process goes through levels, one fewer than there are processes. It announces its level,
/// then that it was the last one to arrive there, and waits until another one arrives or no other
/// process is as far. `Models/filter-lock.pml` is the same model for SPIN.
struct FilterLock<Size: LockSize>: FiniteStateDefinition {
    /// The next step of a process.
    enum Phase: UInt8 {
        /// It checks whether levels are left; at the first one it does not take part yet.
        case between
        /// It announces its level.
        case arriving
        /// It announces that it was the last one to arrive.
        case announcing
        /// It checks whether it may continue.
        case waiting
        /// It leaves.
        case critical
    }

    private var phases = Numbers()
    /// The level that each process goes through, from one on.
    private var rounds = Numbers(repeating: 1, count: Size.processes)
    /// The level that each process has announced; 0 at first.
    private var levels = Numbers()
    /// For each level the process that arrived last; the first process at first.
    private var last = Numbers()

    static var initialStates: [FilterLock] { [FilterLock()] }

    /// The number of the process that does its next step.
    var sampleEvents: [Int] { Size.all }

    mutating func handleEvent(_ process: Int) throws(TransitionError) {
        let level = rounds[process]
        switch phase(of: process) {
        case .between:
            move(process, to: level <= Size.levels ? .arriving : .critical)
        case .arriving:
            levels[process] = level
            move(process, to: .announcing)
        case .announcing:
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

    func phase(of process: Int) -> Phase { Phase(rawValue: phases[process]) ?? .between }

    /// The level that a process has announced.
    func level(of process: Int) -> UInt8 { levels[process] }

    /// Whether a process has begun to go through the levels.
    func takesPart(_ process: Int) -> Bool { levels[process] > 0 }

    /// How many are in the critical section.
    var criticalCount: Int { (0..<Size.processes).count { phase(of: $0) == .critical } }

    private mutating func move(_ process: Int, to phase: Phase) { phases[process] = phase.rawValue }

    /// Whether no other process is at the level of this one, or further.
    private func isAhead(_ process: Int) -> Bool {
        for other in 0..<Size.processes where other != process && levels[other] >= rounds[process] { return false }
        return true
    }
}

/// The same as a packed state: a graph stores one word for it.
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
    /// The phases, the levels, and who arrived last; the announced levels follow from these.
    fileprivate var packed: UInt64 {
        UInt64(phases.bits) | UInt64(rounds.bits) << Numbers.width | UInt64(last.bits) << (2 * Numbers.width)
    }

    fileprivate init(packed: UInt64) {
        func numbers(_ index: Int) -> Numbers {
            Numbers(bits: UInt32(truncatingIfNeeded: packed >> (index * Numbers.width)) & (1 << Numbers.width - 1))
        }
        (phases, rounds, last) = (numbers(0), numbers(1), numbers(2))
        // A process that is announcing or waiting, which share the second bit, has announced its
        // level; others are a level ahead.
        let ones: UInt32 = 0o1111111 >> (3 * (7 - UInt32(Size.processes)))
        levels = Numbers(bits: rounds.bits - ones + phases.bits >> 1 & ones)
    }
}

/// Seven numbers below eight.
private struct Numbers: Hashable {
    /// The number of bits that they take.
    static let width = 21

    fileprivate(set) var bits: UInt32 = 0

    init(bits: UInt32) { self.bits = bits }

    init(repeating number: UInt8 = 0, count: Int = 0) {
        for index in 0..<count { self[index] = number }
    }

    subscript(index: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: bits &>> shift(to: index)) & 7 }
        set { bits = bits & ~(7 &<< shift(to: index)) | UInt32(newValue) &<< shift(to: index) }
    }

    private func shift(to index: Int) -> UInt32 { UInt32(truncatingIfNeeded: 3 &* index) }
}

/// How many processes there are, and how many levels they go through.
protocol LockSize: SendableMetatype {
    static var processes: Int { get }
    /// The numbers of the processes: a constant, since each state reads it.
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

/// A lock with a level too few: two processes get into the critical section.
enum Broken<Size: LockSize>: LockSize {
    static var processes: Int { Size.processes }
    static var all: [Int] { Size.all }
    static var levels: Int { Size.levels - 1 }
}
