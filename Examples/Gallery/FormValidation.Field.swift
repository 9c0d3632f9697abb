public import StateMachines

extension FormValidation {
    /// A text field that checks its text, used for two regions of ``FormValidation``.
    public enum Field: StateDefinition, Hashable {
        /// The field is empty, so it shows no hint.
        case empty

        /// The text violates the field's rule.
        case invalid(String)

        /// The text satisfies the field's rule.
        case valid(String)

        /// A rule for a field's text.
        public enum Rule: Hashable, Sendable {
            /// A name with at least two characters, not counting blanks at the ends.
            case name
            /// An e-mail address: some text, an at sign, and a domain that contains a dot.
            case email
        }

        /// A user's action.
        public enum Event: Hashable, Sendable {
            /// The user has changed the text, and this rule applies to it.
            case edit(String, Rule)
        }

        /// Work that runs while the field is in certain states.
        public enum Activity: Hashable, Sendable {
            /// A hint below the field explains the rule.
            case hint
        }

        /// Checks the new text.
        ///
        /// No text is rejected, because on the way to a valid one, the user has to type invalid
        /// ones.
        public mutating func handleEvent(_ event: Event) {
            switch (self, event) {
            case (.empty, .edit(let text, let rule)), (.invalid, .edit(let text, let rule)),
                (.valid, .edit(let text, let rule)):
                self = text.isEmpty ? .empty : rule.allows(text) ? .valid(text) : .invalid(text)
            }
        }

        /// The hint, in the invalid state.
        public var activities: [Activity] {
            switch self {
            case .empty, .valid: []
            case .invalid: [.hint]
            }
        }

        /// Whether the text satisfies the rule.
        public var isValid: Bool {
            switch self {
            case .valid: true
            case .empty, .invalid: false
            }
        }
    }
}

extension FormValidation.Field.Rule {
    /// Returns whether a text satisfies the rule.
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
