/// Forks whose branches are drawn without a state around them.
///
/// A machine is in several states at once only inside regions. If the branches of a fork are simple
/// states that a join collects, each branch becomes a region of a new state:
///
///     [*] --> fork                       state fork {
///     fork --> A                           [*] --> A
///     fork --> B          becomes          A --> [*]
///     A --> join                           --
///     B --> join                           [*] --> B
///     join --> C                           B --> [*]
///                                        }
///                                        fork --> C
extension MermaidBuilder {
    /// Makes regions of the branches of each fork outside a state with regions.
    mutating func makeRegionsOfForks() {
        for fork in declarations.values.filter({ $0.stereotype == "fork" }).sorted(by: { $0.position < $1.position }) {
            guard let branches = branches(of: fork) else { continue }
            makeRegions(branches, of: fork)
        }
    }

    /// The states between a fork and its join.
    private struct Branches {
        var join: String
        /// The states of each branch, which begins with its first state.
        var states: [[String]]
    }

    /// Returns the branches of a fork, if they begin and end together and nothing else leads to or
    /// from them.
    private func branches(of fork: Declaration) -> Branches? {
        let starts = arrows.filter { $0.source == fork.id }
        guard starts.count > 1, starts.allSatisfy({ $0.label == nil }) else { return nil }
        var joins: Set<String> = []
        var states: [[String]] = []
        for start in starts {
            var branch = [start.target]
            var next = 0
            while next < branch.count {
                for arrow in arrows where arrow.source == branch[next] {
                    if declarations[arrow.target]?.stereotype == "join" {
                        joins.insert(arrow.target)
                    } else if !branch.contains(arrow.target) {
                        branch.append(arrow.target)
                    }
                }
                next += 1
            }
            states.append(branch)
        }
        let all = states.flatMap(\.self)
        let isSeparate = Set(all).count == all.count
        let isSimple = all.allSatisfy { id in
            declarations[id].map { $0.scope == fork.scope && $0.stereotype != "fork" } ?? false
        }
        guard isSeparate, isSimple, joins.count == 1, let join = joins.first else { return nil }
        let inside = Set(all)
        // Each state leads to the join.
        let before = Dictionary(grouping: arrows.filter { inside.contains($0.source) }, by: \.target)
        let leading = reach(from: [join]) { (before[$0] ?? []).map(\.source) }
        guard leading.isSuperset(of: inside) else { return nil }
        let isClosed = arrows.allSatisfy { arrow in
            !inside.contains(arrow.target) || inside.contains(arrow.source) || arrow.source == fork.id
        }
        let isCollected = arrows.allSatisfy { $0.target != join || inside.contains($0.source) }
        let following = arrows.filter { $0.source == join }
        return isClosed && isCollected && following.count == 1 && following[0].label == nil
            ? Branches(join: join, states: states) : nil
    }

    private mutating func makeRegions(_ branches: Branches, of fork: Declaration) {
        let join = branches.join
        declarations[fork.id]?.stereotype = nil
        for states in branches.states {
            let scope = scopes.count
            scopes.append(Scope(owner: fork.id, parent: fork.scope, states: states))
            declarations[fork.id]?.regions.append(scope)
            for id in states { declarations[id]?.scope = scope }
            for index in arrows.indices where states.contains(arrows[index].source) {
                arrows[index].scope = scope
                if arrows[index].target == join { end(index) }
            }
            for index in arrows.indices where arrows[index].source == fork.id && arrows[index].target == states[0] {
                (arrows[index].source, arrows[index].scope) = ("[*]", scope)
            }
        }
        for index in arrows.indices where arrows[index].source == join { arrows[index].source = fork.id }
        let moved = Set(branches.states.flatMap(\.self) + [join])
        scopes[fork.scope].states.removeAll { moved.contains($0) }
        declarations[join] = nil
        let first = branches.states.map { "“\($0[0])”" }.joined(separator: " and ")
        notes.append(
            ChartNote(
                .region,
                at: fork.position,
                "\(first) become regions of a state “\(fork.id)”, which ends when all of these regions have ended"
            )
        )
    }

    /// Leads an arrow to the end of its region instead of a join.
    private mutating func end(_ index: Int) {
        arrows[index].target = "[*]"
        let arrow = arrows[index]
        guard arrow.label == nil, let source = declarations[arrow.source], source.regions.isEmpty, !hasActivity(source)
        else { return }
        let event = "\(source.label ?? source.id) done"
        arrows[index].label = event
        notes.append(
            ChartNote(
                .event,
                at: arrow.position,
                "the arrow from “\(source.id)” has no event, so its event is “\(event)”",
                advice: "For another event, write its name on the arrow"
            )
        )
    }
}
