import StateMachineGraphs

extension StateReader {
    /// Returns a description of a value, with ranks instead of identifiers.
    func text(of value: Any, _ ranks: IdentifierRanks) -> String {
        text(of: value, ranks, kind: nil, [:])
    }

    private func text(of value: Any, _ ranks: IdentifierRanks, kind: Int?, _ owners: IdentifierKinds.Owners) -> String {
        let type = Swift.type(of: value)
        let kind = self.kind(of: type) ?? kind
        if let number = wholeNumber(value, type) {
            let rank = kind.flatMap { ranks[number, kinds.scope(of: $0, owners)] }
            return rank.map(String.init) ?? "\(value)"
        }
        let mirror = Mirror(reflecting: value)
        /// Returns the texts of the stored values; if there are several, each with its name.
        func parts(_ separator: String, areNamed: Bool = false) -> String {
            var owners = owners
            func kindOfChild(_ label: String?) -> Int? { label.flatMap { self.kind(ofProperty: $0) } }
            for child in mirror.children { kinds.note(child.value, kind: kindOfChild(child.label), in: &owners) }
            let haveNames =
                areNamed && mirror.children.count > 1
                && mirror.children.allSatisfy { $0.label.map { !$0.hasPrefix(".") } ?? false }
            let parts = mirror.children.map { child in
                let text = text(of: child.value, ranks, kind: kindOfChild(child.label) ?? kind, owners)
                return haveNames ? "\(child.label ?? "") \(text)" : text
            }
            return parts.joined(separator: haveNames ? ", " : separator)
        }
        switch mirror.displayStyle {
        case .struct, .tuple: return mirror.children.isEmpty ? "\(value)" : parts(".", areNamed: true)
        case .optional: return mirror.children.isEmpty ? "nil" : parts("")
        case .collection: return "[\(parts(", "))]"
        case .enum:
            let name = ValueName.caseName(of: value, mirror)
            return mirror.children.isEmpty ? name : "\(name)(\(parts("")))"
        case nil, .some: return "\(value)"
        }
    }
}
