public import StateMachines

extension FormValidation {
    /// A text field that knows whether what stands in it will do: a region of ``FormValidation``,
    /// twice.
    public enum Field: StateDefinition, Hashable {
        /// Nothing has been typed, or all of it was deleted. Nobody is blamed for what they have
        /// not begun.
        case empty

        /// This text will not do.
        case invalid(String)

        /// This text is as it should be.
        case valid(String)

        /// What a text has to be like.
        public enum Rule: Hashable, Sendable {
            /// A name: two characters or more, blanks at the ends not counted.
            case name
            /// An address for mail: something, an at sign, and a domain with a dot inside.
            case email
        }

        /// What the user does.
        public enum Event: Hashable, Sendable {
            /// The user has changed the text, which has to obey this rule.
            case edit(String, Rule)
        }

        /// What goes on in a field.
        public enum Activity: Hashable, Sendable {
            /// A hint below the field says what is expected.
            case hint
        }

        /// Judges the new text; every text is handled, since a user must be able to type a wrong
        /// one.
        public mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.empty, .edit(let text, let rule)), (.invalid, .edit(let text, let rule)),
                (.valid, .edit(let text, let rule)):
                self = text.isEmpty ? .empty : rule.allows(text) ? .valid(text) : .invalid(text)
            }
        }

        /// The hint, where it is needed.
        public var activities: [Activity] {
            switch self {
            case .empty, .valid: []
            case .invalid: [.hint]
            }
        }

        /// Whether the text is as it should be.
        public var isValid: Bool {
            switch self {
            case .valid: true
            case .empty, .invalid: false
            }
        }
    }
}

extension FormValidation.Field.Rule {
    /// Whether a text obeys the rule.
    public func allows(_ text: String) -> Bool {
        switch self {
        case .name: return text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).count >= 2
        case .email:
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else { return false }
            let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
            return labels.count >= 2 && !labels.contains(where: \.isEmpty)
        }
    }
}
