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
    var sampleEvents: [Int] { Array(0..<Size.processes) }

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

/// Eight numbers below sixteen.
private struct Numbers: Hashable {
    private var bits: UInt32 = 0

    init(repeating number: UInt8 = 0, count: Int = 0) {
        for place in 0..<count { self[place] = number }
    }

    subscript(place: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: bits >> (4 * UInt32(place))) & 15 }
        set { bits = bits & ~(15 << (4 * UInt32(place))) | UInt32(newValue) << (4 * UInt32(place)) }
    }
}

/// How many processes there are, and how many levels they go through.
protocol LockSize: SendableMetatype {
    static var processes: Int { get }
    static var levels: Int { get }
}

extension LockSize {
    static var levels: Int { processes - 1 }
}

enum ThreeProcesses: LockSize { static var processes: Int { 3 } }
enum FourProcesses: LockSize { static var processes: Int { 4 } }
enum FiveProcesses: LockSize { static var processes: Int { 5 } }
enum SixProcesses: LockSize { static var processes: Int { 6 } }

/// With a level too few, so that two come in.
enum Broken<Size: LockSize>: LockSize {
    static var processes: Int { Size.processes }
    static var levels: Int { Size.levels - 1 }
}
