/// A fault before the lookup of its place in the source.
enum FoundFault {
    case thrown(SystemFault)
    /// A trap, with the name of the step and that of the move without its subject.
    case trap(CrashReport, in: String, title: String)

    /// The identity of a fault; one place in the source may have several, one for each call path.
    enum Identity: Hashable {
        case thrown(String)
        case trap(CallPath, String?)
    }

    /// The move that led to a trap, and the return addresses at the trap.
    struct CallPath: Hashable {
        let title: String
        let frames: [UInt64]
    }

    /// The way to a trap in the code; `nil` if it is unknown or if the fault is no trap.
    var callPath: CallPath? {
        switch self {
        case .thrown: nil
        case .trap(let report, _, let title):
            report.frames.isEmpty ? nil : CallPath(title: title, frames: report.frames)
        }
    }

    var identity: Identity {
        switch self {
        case .thrown(let fault): .thrown(fault.identity)
        case .trap(let report, _, let title):
            .trap(CallPath(title: title, frames: report.frames), report.message.reason)
        }
    }

    var isTrap: Bool {
        switch self {
        case .trap: true
        case .thrown: false
        }
    }

    /// Returns the faults with their places.
    ///
    /// Places that no message names are looked up together, because the first lookup takes long.
    static func resolved(_ faults: [FoundFault]) -> [SystemFault] {
        let reports: [CrashReport] = faults.compactMap { fault in
            if case .trap(let report, _, _) = fault, report.namedPlace == nil { report } else { nil }
        }
        let places = CrashPlaces(of: reports)
        return faults.map { fault in
            switch fault {
            case .thrown(let fault): return fault
            case .trap(let report, let move, _):
                let message = report.message
                let found = places.found(for: report)
                // In release mode, there may be no frame of the code under test.
                let unnamed = SystemFault.Place(file: nil, line: nil, function: "in '\(move)'")
                let written = report.hasMessage || message.isFatalError ? message.reason : nil
                return SystemFault(
                    written ?? found.reason ?? report.reason,
                    at: report.namedPlace ?? found.place ?? message.place ?? unnamed
                )
            }
        }
    }
}

/// The faults of an exploration in groups, of which each counts as one fault.
///
/// Faults with the same place and the same reason, apart from its numbers, are one fault. Traps with
/// the same place and different reasons are also one fault if the same move has led to them through
/// the same calls: such a reason contains a value, as in `fatalError("closed in \(self)")`. A
/// function that traps with the texts of its callers has a call path for each of them.
struct FaultGroups: Sendable {
    /// For each fault, the number of its group.
    private(set) var numbers: [Int] = []
    private(set) var count = 0
    /// For each group, the reasons without their numbers, each with a reason as it was found.
    private var reasons: [[String: String]] = []

    init(_ found: [FoundFault], _ resolved: [SystemFault]) {
        var roots = Array(found.indices)
        func root(of fault: Int) -> Int { roots[fault] == fault ? fault : root(of: roots[fault]) }
        var (identities, paths): ([String: Int], [PlacedPath: Int]) = ([:], [:])
        for fault in found.indices {
            roots[fault] = root(of: identities[resolved[fault].identity] ?? fault)
            identities[resolved[fault].identity] = fault
            guard let path = found[fault].callPath, let place = resolved[fault].place, place.line != nil else {
                continue
            }
            let key = PlacedPath(place: place, path: path)
            // The lower number stays the root, so that groups are in the order of their first fault.
            if let other = paths[key] {
                let (one, other) = (root(of: fault), root(of: other))
                roots[max(one, other)] = min(one, other)
            }
            paths[key] = fault
        }
        var groups: [Int: Int] = [:]
        for fault in found.indices {
            let group = groups[root(of: fault)] ?? count
            if group == count {
                groups[root(of: fault)] = group
                count += 1
                reasons.append([:])
            }
            numbers.append(group)
            let known = reasons[group][resolved[fault].identity]
            reasons[group][resolved[fault].identity] = known ?? resolved[fault].reason
        }
    }

    private struct PlacedPath: Hashable {
        let place: SystemFault.Place
        let path: FoundFault.CallPath
    }

    /// Returns the other reasons of a fault's group, sorted.
    func otherReasons(than fault: SystemFault, in group: Int) -> [String] {
        reasons[group].filter { $0.key != fault.identity }.values.sorted()
    }
}
