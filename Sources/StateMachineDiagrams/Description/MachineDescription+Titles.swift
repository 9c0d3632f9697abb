import StateMachineGraphs

extension MachineDescription {
    /// Returns the title of a state in tables, which consists of its cases without payloads.
    static func title(of name: ValueName) -> String { name.path.joined(separator: ".") }
}

/// Returns the common text of names with the same case.
///
/// If the names differ, the text is the case with an ellipsis for the payload.
func common(_ names: [ValueName]) -> String {
    guard let first = names.first else { return "" }
    return names.allSatisfy { $0 == first } ? "\(first)" : MachineDescription.title(of: first) + "(…)"
}
