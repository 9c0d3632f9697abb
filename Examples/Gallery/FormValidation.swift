public import StateMachines

/// A form that checks its two fields while the user types, and submits them if both are valid.
///
/// Each field is a region, and so is the submission. The submit button needs no state, because
/// ``canSubmit`` tells whether `submit` is handled.
public struct FormValidation: ActivityVisiting, Hashable {
    /// The user's name.
    public private(set) var name = Field.empty

    /// The user's e-mail address.
    public private(set) var email = Field.empty

    /// The form's submission to the server.
    public private(set) var submission = Submission.editing

    /// Creates an empty form.
    public init() {}

    /// A user's action or a response from the server.
    public enum Event: Hashable, Sendable {
        /// The user has changed the name.
        case editName(String)

        /// The user has changed the e-mail address.
        case editEmail(String)

        /// The user submits the form.
        case submit

        /// The server has accepted the form.
        case didSucceed

        /// The server has refused the form for this reason.
        case didFail(String)
    }

    /// The reason why an event is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The submission does not handle the event.
        case invalid

        /// A field is not valid yet.
        case incomplete

        /// The form is being sent or has been accepted, so its fields cannot change.
        case locked

        init(_ error: TransitionError) { self = .invalid }
    }

    /// Work that runs in one of the regions.
    public enum Activity: Hashable, Sendable {
        /// An activity of the name field.
        case name(Field.Activity)
        /// An activity of the e-mail field.
        case email(Field.Activity)
        /// An activity of the submission.
        case submission(Submission.Activity)
    }

    /// Whether the server has accepted the form.
    public var isFinal: Bool { submission == .submitted }

    /// Whether the user can submit the form.
    ///
    /// Both fields must be valid, and the form must be neither in transit nor accepted already.
    public var canSubmit: Bool {
        switch submission {
        case .editing, .failed: name.isValid && email.isValid
        case .submitting, .submitted: false
        }
    }

    /// Sends the event to the regions that it concerns.
    ///
    /// - Throws: The reason if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch event {
        // The submission handles the event first. While a request is in progress, it rejects every
        // change, and the field stays unchanged.
        case .editName(let text):
            try submission.handleEvent(.edit, rejectedAs: { _ in Refusal.locked })
            name.handleEvent(.edit(text, .name))
        case .editEmail(let text):
            try submission.handleEvent(.edit, rejectedAs: { _ in Refusal.locked })
            email.handleEvent(.edit(text, .email))
        case .submit:
            guard name.isValid, email.isValid else { throw .incomplete }
            try submission.handleEvent(.submit, rejectedAs: Refusal.init)
        case .didSucceed: try submission.handleEvent(.didSucceed, rejectedAs: Refusal.init)
        case .didFail(let reason): try submission.handleEvent(.didFail(reason), rejectedAs: Refusal.init)
        }
    }

    /// Visits the fields' hints, in order, and then the request.
    public func visitActivities(_ visit: (Activity) -> Void) {
        name.forEachActivity { visit(.name($0)) }
        email.forEachActivity { visit(.email($0)) }
        submission.forEachActivity { visit(.submission($0)) }
    }
}

extension FormValidation: FiniteStateDefinition {
    /// An empty form.
    public static var initialStates: [FormValidation] { [FormValidation()] }

    /// Every event, with an empty, an invalid and a valid text for each field.
    public var sampleEvents: [Event] {
        [
            .editName(""), .editName("A"), .editName("Ada"), .editEmail(""), .editEmail("ada"),
            .editEmail("ada@example.org"), .submit, .didSucceed, .didFail("address taken"),
        ]
    }
}
