extension Chart.State {
    /// The region without its frame if it contains one composite state and nothing else.
    ///
    /// The regions of a drawn diagram have no names, so people draw one composite state in each.
    /// The frame is kept if a transition would exit more states without it, and if the region can
    /// end.
    var withoutFrame: Chart.State {
        guard kind == .compound, children.count == 1, let child = children.first, child.kind == .compound,
            initial.map({ $0.targets == [child.id] }) ?? true,
            !child.children.contains(where: { $0.kind == .final })
        else { return self }
        guard !child.allTransitions.contains(where: { $0.targets.contains(child.id) }),
            !child.transitions.contains(where: { !child.ids.isDisjoint(with: $0.targets) })
        else { return self }
        return child
    }
}
