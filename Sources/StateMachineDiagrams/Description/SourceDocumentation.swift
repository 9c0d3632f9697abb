import StateMachineGraphs

/// The doc comments of the types of a machine and their cases.
package struct SourceDocumentation: Hashable, Sendable {
    /// The documentation of each type, by names such as `StreamMachine.StreamState`.
    package var types: [String: TypeDocumentation]

    /// Creates documentation.
    package init(types: [String: TypeDocumentation] = [:]) {
        self.types = types
    }

    /// The doc comments of a type.
    package struct TypeDocumentation: Hashable, Sendable {
        /// The comment of the type, in Markdown.
        package var comment: String

        /// The cases in the order of their declaration.
        package var cases: [Case]

        /// Creates the documentation of a type.
        package init(comment: String, cases: [Case] = []) {
            self.comment = comment
            self.cases = cases
        }

        /// A case of an enum with its doc comment.
        package struct Case: Hashable, Sendable {
            /// The name without labels.
            package var name: String

            /// The comment, in Markdown.
            package var comment: String

            /// Creates the documentation of a case.
            package init(name: String, comment: String) {
                self.name = name
                self.comment = comment
            }
        }
    }

    /// Returns the documentation of a type by its runtime name, even with generic arguments.
    package subscript(type: String) -> TypeDocumentation? { types[TypeName(type).key] }

    /// Returns the comment of a case, or an empty string if there is none.
    package func comment(type: String, caseName: String) -> String {
        self[type]?.cases.first { $0.name == caseName }?.comment ?? ""
    }
}
