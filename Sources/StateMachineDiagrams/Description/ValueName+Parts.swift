import StateMachineGraphs

extension ValueName {
    /// A case of a name, with its position and its type.
    struct Part: Hashable {
        /// The names of the cases and regions from the outside in.
        var path: [String]
        var type: String
        var caseName: String

        var title: String { path.joined(separator: ".") }
    }

    /// The cases of a name and its nested names, outer ones first.
    var parts: [Part] { parts(inside: []) }

    /// The innermost cases, one for each region.
    var innermostParts: [Part] {
        let parts = parts
        return parts.filter { part in
            !parts.contains { $0.path.count > part.path.count && $0.path.starts(with: part.path) }
        }
    }

    private func parts(inside outer: [String]) -> [Part] {
        let path = outer + (caseName.map { [$0] } ?? [])
        let own = caseName.map { [Part(path: path, type: type, caseName: $0)] } ?? []
        return own
            + regions.flatMap { region in
                region.name.parts(inside: regions.count > 1 ? path + [region.label ?? ""] : path)
            }
    }
}

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
