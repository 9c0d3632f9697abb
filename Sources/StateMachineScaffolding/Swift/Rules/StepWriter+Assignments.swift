extension StepWriter {
    /// Returns statements that change the child of a compound state.
    func assign(_ value: SwiftExpression?, to compound: StateID, in context: Context) -> [SwiftStatement] {
        guard let value else { return [] }
        if compound == context.unit { return [.assign(.self, value)] }
        guard let parent = tree.nodes[compound].parent else { return [assignMachine(value)] }
        if tree.kind(parent) == .parallel {
            let owner = parent == machine.outerRegions ? .self : context.place(parent)
            return [.assign(owner.property(machine.cases[compound]), value)] + writeBack(parent, in: context)
        }
        return assign(.case(machine.cases[compound], value), to: parent, in: context)
    }

    private func assignMachine(_ value: SwiftExpression) -> SwiftStatement {
        if machine.isWrapped { return .assign(.name("state"), value) }
        if machine.histories.isEmpty { return .assign(.self, value) }
        // The method assigns the properties one by one, because the histories have to stay.
        return .evaluate(.call(.enter, with: value))
    }

    /// Writes a changed struct back to its place, unless this is done once for several regions.
    func writeBack(_ parallel: StateID, in context: Context) -> [SwiftStatement] {
        guard parallel != machine.outerRegions, parallel != context.unit,
            context.isLast || !context.walks.contains(where: { $0.parallel == parallel }),
            let parent = tree.nodes[parallel].parent
        else { return [] }
        if tree.kind(parent) == .parallel { return writeBack(parent, in: context) }
        return assign(.case(machine.cases[parallel], context.place(parallel)), to: parent, in: context)
    }
}

extension SwiftExpression {
    /// The name of the method that enters all regions of the machine.
    static let enter = SwiftExpression.name("enter")

    /// Returns a property of a value, without `self`.
    func property(_ name: String) -> SwiftExpression { self == .self ? .name(name) : .member(self, name) }
}
