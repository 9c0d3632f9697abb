extension ValueName {
    /// A case of a name, with its position and its type.
    package struct Part: Hashable, Sendable {
        /// Names of the cases and regions from the outside in.
        package var path: [String]

        /// The name of the case's type, with its module.
        package var type: String

        /// The case's name.
        package var caseName: String

        /// The path as one text.
        package var title: String { path.joined(separator: ".") }

        /// The case without its position.
        package var typedCase: TypedCase { TypedCase(type: type, name: caseName) }
    }

    /// Cases of a name and its nested names, outer ones first.
    package var parts: [Part] { parts(inside: []) }

    /// Innermost cases, one for each region.
    package var innermostParts: [Part] {
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

/// A case of a type.
package struct TypedCase: Hashable, Sendable {
    /// The type's name, with its module.
    package var type: String

    /// The case's name.
    package var name: String

    /// Creates a case of a type with this name.
    package init(type: String, name: String) {
        self.type = type
        self.name = name
    }

    init(_ type: Any.Type, _ name: String) { self.init(type: String(reflecting: type), name: name) }
}
