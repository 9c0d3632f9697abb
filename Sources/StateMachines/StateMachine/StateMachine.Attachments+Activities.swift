#if !hasFeature(Embedded)
extension MachineAttachments {
    /// Takes the activities of a state for those that go on, the ones before it for the former ones.
    ///
    /// - Returns: Whether there is a difference; without one, no list is made.
    @inlinable
    @inline(__always)
    func updateActivities(for state: borrowing Definition) -> Bool {
        var place = 0
        var isSame = true
        state.visitActivities { activity in
            if isSame {
                if place < listed.count, listed[place] == activity {
                    place += 1
                    return
                }
                isSame = false
                beginList(with: place)
            }
            listed.append(activity)
        }
        if isSame {
            if place == listed.count { return false }
            beginList(with: place)
        }
        return true
    }

    /// Begins a new list with so many elements of the present one; the former one is empty between two turns.
    @inlinable
    @inline(never)
    func beginList(with count: Int) {
        swap(&listed, &former)
        for place in 0..<count { listed.append(former[place]) }
    }

    /// Whether a former activity is gone, and listed for the first time there.
    @inlinable
    @inline(__always)
    func isExited(_ place: Int) -> Bool {
        !listed.contains(former[place]) && !former.contains(former[place], before: place)
    }

    /// Whether an activity is new, and listed for the first time there.
    @inlinable
    @inline(__always)
    func isEntered(_ place: Int) -> Bool {
        !former.contains(listed[place]) && !listed.contains(listed[place], before: place)
    }

    /// What was exited and entered.
    @inlinable
    @inline(never)
    func change() -> ActivityChange<Machine.Activity> {
        guard areListsShort else { return ActivityChange(from: former.array, to: listed.array) }
        var change = ActivityChange<Machine.Activity>()
        for place in (0..<former.count).reversed() where isExited(place) { change.exits.append(former[place]) }
        for place in 0..<listed.count where isEntered(place) { change.entries.append(listed[place]) }
        return change
    }

    /// Whether looking through both lists beats hashing them.
    @inlinable
    var areListsShort: Bool { former.count + listed.count <= [Machine.Activity].few }
}
#endif
