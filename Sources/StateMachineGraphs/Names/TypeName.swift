/// Parts of a type's name as Swift writes it at run time.
///
/// Examples are `MyModule.Door.Event` and `(extension in MyModule):Other.Door`.
package struct TypeName: Hashable {
    /// The module that declares the type.
    package let module: String

    /// The name with the outermost type's module and without generic arguments.
    package let key: String

    package init(_ type: String) {
        var name = Self.withoutArguments(type)
        if name.hasPrefix("(extension in "), let end = name.firstRange(of: "):") {
            module = String(name[..<end.lowerBound].dropFirst("(extension in ".count))
            name = String(name[end.upperBound...])
        } else {
            module = String(name.prefix { $0 != "." })
        }
        key = name.withoutContexts
    }

    private static func withoutArguments(_ type: String) -> String {
        guard type.contains("<") else { return type }
        var depth = 0
        return String(
            type.filter { character in
                if character == "<" { depth += 1 }
                defer { if character == ">" { depth -= 1 } }
                return depth == 0
            }
        )
    }
}

extension String {
    /// A type's name without the places of declarations, which Swift adds to the names of private
    /// and local types.
    package var withoutContexts: String {
        // A regular expression takes long, and most names have no place.
        contains("(") ? replacing(/\(unknown context at [^)]*\)\./, with: "") : self
    }
}
