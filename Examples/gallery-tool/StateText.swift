import StateMachineGraphs

/// Short texts for states: only the regions that change.
enum StateText {
    /// The states before and after an event; an equals sign for one that is the same as before.
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
