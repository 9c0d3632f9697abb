import StateMachineGraphs

/// Short texts for states, which contain only the changed regions.
enum StateText {
    /// Returns texts for the states before and after an event.
    ///
    /// If the states are equal, the second text is an equals sign.
    static func change<Definition: Equatable>(from old: Definition, to new: Definition) -> (old: String, new: String) {
        let (oldName, newName) = (ValueName(of: old), ValueName(of: new))
        guard old != new else { return ("\(oldName)", "=") }
        guard oldName.caseName == nil, newName.caseName == nil else { return ("\(oldName)", "\(newName)") }
        let changed = zip(oldName.regions, newName.regions).filter { $0 != $1 }
        return (text(changed.map(\.0)), text(changed.map(\.1)))
    }

    private static func text(_ regions: [ValueName.Region]) -> String {
        regions.map { region in (region.label.map { "\($0): " } ?? "") + "\(region.name)" }.joined(separator: ", ")
    }
}
