public import StateMachines

extension FormValidation {
    /// Where the form is on its way to the server: a region of ``FormValidation``.
    public enum Submission: StateDefinition, Hashable {
        /// The user fills in the form. It begins here, and comes back when the user corrects a form
        /// that was refused.
        case editing

        /// The form is on its way, and cannot be changed.
        case submitting

        /// The server has taken the form.
        case submitted

        /// The server has refused the form, for this reason.
        case failed(String)

        /// What the user does, and what the server answers.
        public enum Event: Hashable, Sendable {
            /// The user has changed a field.
            case edit
            /// The user sends the form off.
            case submit
            /// The server has taken it.
            case didSucceed
            /// The server has refused it, with a reason.
            case didFail(String)
        }

        /// What goes on in a submission.
        public enum Activity: Hashable, Sendable {
            /// The form is being sent.
            case request
        }

        /// Moves to the next state.
        ///
        /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
        public mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.editing, .edit): break
            case (.editing, .submit): self = .submitting
            case (.editing, .didSucceed), (.editing, .didFail): throw .invalid

            case (.submitting, .didSucceed): self = .submitted
            case (.submitting, .didFail(let reason)): self = .failed(reason)
            case (.submitting, .edit), (.submitting, .submit): throw .invalid

            case (.submitted, .edit), (.submitted, .submit), (.submitted, .didSucceed), (.submitted, .didFail):
                throw .invalid

            case (.failed, .edit): self = .editing
            case (.failed, .submit): self = .submitting
            case (.failed, .didSucceed), (.failed, .didFail): throw .invalid
            }
        }

        /// The request, while it is under way.
        public var activities: [Activity] {
            switch self {
            case .editing, .submitted, .failed: []
            case .submitting: [.request]
            }
        }
    }
}
