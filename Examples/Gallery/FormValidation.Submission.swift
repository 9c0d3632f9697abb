public import StateMachines

extension FormValidation {
    /// The form's submission to the server, as a region of ``FormValidation``.
    public enum Submission: StateDefinition, Hashable {
        /// The user fills in the form, or corrects it after a refusal.
        case editing

        /// The form is being sent, so the user cannot edit it.
        case submitting

        /// The server has accepted the form.
        case submitted

        /// The server has refused the form for this reason.
        case failed(String)

        /// A user's action or a response from the server.
        public enum Event: Hashable, Sendable {
            /// The user has changed a field.
            case edit
            /// The user submits the form.
            case submit
            /// The server has accepted the form.
            case didSucceed
            /// The server has refused the form for this reason.
            case didFail(String)
        }

        /// Work that runs while the submission is in certain states.
        public enum Activity: Hashable, Sendable {
            /// The form is being sent.
            case request
        }

        /// Moves to the next state.
        ///
        /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
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

        /// The request, while submitting.
        public var activities: [Activity] {
            switch self {
            case .editing, .submitted, .failed: []
            case .submitting: [.request]
            }
        }
    }
}
