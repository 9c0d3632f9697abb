/// What doc comments say of the types of a machine and their cases.
public struct SourceDocumentation: Hashable, Sendable {
    /// The types, by their names with modules, such as `StreamMachine.StreamState`.
    public var types: [String: TypeDocumentation]

    /// Creates documentation.
    public init(types: [String: TypeDocumentation] = [:]) {
        self.types = types
    }

    /// What its doc comments say of a type.
    public struct TypeDocumentation: Hashable, Sendable {
        /// The comment of the type, in Markdown.
        public var comment: String

        /// The cases in the order of their declaration.
        public var cases: [Case]

        /// Creates the documentation of a type.
        public init(comment: String, cases: [Case] = []) {
            self.comment = comment
            self.cases = cases
        }

        /// A case of an enum, and what its comment says.
        public struct Case: Hashable, Sendable {
            /// The name without labels.
            public var name: String

            /// The comment, in Markdown.
            public var comment: String

            /// Creates the documentation of a case.
            public init(name: String, comment: String) {
                self.name = name
                self.comment = comment
            }
        }
    }

    /// What is known of a type, by its name at run time, which may have generic arguments.
    package subscript(type: String) -> TypeDocumentation? { types[TypeName(type).key] }

    /// What the comment says of a case; empty if there is none.
    public func comment(type: String, caseName: String) -> String {
        self[type]?.cases.first { $0.name == caseName }?.comment ?? ""
    }
}
