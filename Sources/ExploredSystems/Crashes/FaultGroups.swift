/// The faults of an exploration in groups, of which each counts as one fault.
///
/// Faults with the same place and the same reason, apart from its numbers, are one fault. Traps at
/// one place with different reasons are also one fault if the same move has led to them through the
/// same calls: such a reason contains a value, as in `fatalError("closed in \(self)")`. A function
/// that traps with the texts of its callers has a call path for each of them.
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
            // The lower number stays the root, so groups are in the order of their first fault.
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
