public import StateMachines

/// A form with two fields that is checked while it is filled in, and sent when both are as they
/// should be.
///
/// Fields and submission are regions. The button needs no state of its own: it is enabled where
/// ``canSubmit`` holds, which is the guard of `submit`.
public struct FormValidation: ActivityVisiting, Hashable {
    /// The user's name.
    public private(set) var name = Field.empty

    /// The user's address.
    public private(set) var email = Field.empty

    /// Where the form is on its way to the server.
    public private(set) var submission = Submission.editing

    /// An empty form.
    public init() {}

    /// What the user does, and what the server answers.
    public enum Event: Hashable, Sendable {
        /// The user has changed the name.
        case editName(String)

        /// The user has changed the address.
        case editEmail(String)

        /// The user sends the form off.
        case submit

        /// The server has taken the form.
        case didSucceed

        /// The server has refused the form, with a reason.
        case didFail(String)
    }

    /// What goes on in the regions.
    public enum Activity: Hashable, Sendable {
        /// What goes on below the name.
        case name(Field.Activity)
        /// What goes on below the address.
        case email(Field.Activity)
        /// What goes on with the whole form.
        case submission(Submission.Activity)
    }

    /// The form has arrived.
    public var isFinal: Bool { submission == .submitted }

    /// Whether the form can be sent: both fields are valid, and it is not on its way or there
    /// already.
    public var canSubmit: Bool {
        switch submission {
        case .editing, .failed: name.isValid && email.isValid
        case .submitting, .submitted: false
        }
    }

    /// Moves the regions that the event concerns.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        // The submission comes first: while the form is on its way it rejects every change, and the
        // field stays as it is.
        case .editName(let text):
            try submission.handleEvent(.edit)
            try name.handleEvent(.edit(text, .name))
        case .editEmail(let text):
            try submission.handleEvent(.edit)
            try email.handleEvent(.edit(text, .email))
        case .submit:
            guard canSubmit else { throw .invalid }
            try submission.handleEvent(.submit)
        case .didSucceed: try submission.handleEvent(.didSucceed)
        case .didFail(let reason): try submission.handleEvent(.didFail(reason))
        }
    }

    /// The hints in the order of the fields, and the request.
    public func visitActivities(_ visit: (Activity) -> Void) {
        name.forEachActivity { visit(.name($0)) }
        email.forEachActivity { visit(.email($0)) }
        submission.forEachActivity { visit(.submission($0)) }
    }
}

extension FormValidation: FiniteStateDefinition {
    /// An empty form.
    public static var initialStates: [FormValidation] { [FormValidation()] }

    /// Every event; in each field nothing, a text that will not do, and one that will.
    public var sampleEvents: [Event] {
        [
            .editName(""), .editName("A"), .editName("Ada"), .editEmail(""), .editEmail("ada"),
            .editEmail("ada@example.org"), .submit, .didSucceed, .didFail("address taken"),
        ]
    }
}
