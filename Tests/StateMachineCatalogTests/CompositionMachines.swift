import StateMachines

/// A machine that comes to an end.
enum Upload: StateDefinition, Hashable, CaseIterable {
    case sending, finished

    enum Event: CaseIterable { case finish }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .sending: self = .finished
        case .finished: throw .invalid
        }
    }
}

/// Moves on when the upload is finished, with the event that finishes it.
enum Sharing: FiniteStateDefinition {
    case uploading(Upload)
    case shared

    enum Event { case upload(Upload.Event) }

    static var initialStates: [Sharing] { [.uploading(.sending)] }

    var sampleEvents: [Event] { Upload.Event.allCases.map(Event.upload) }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.uploading(var upload), .upload(let event)):
            try upload.handleEvent(event)
            self = upload == .finished ? .shared : .uploading(upload)
        case (.shared, .upload): throw .invalid
        }
    }
}

/// The same, with events of its own, from which nobody can tell what the upload does.
enum Posting: FiniteStateDefinition {
    case uploading(Upload)
    case posted

    enum Event: CaseIterable { case didAnswer }

    static var initialStates: [Posting] { [.uploading(.sending)] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .uploading(var upload):
            try upload.handleEvent(.finish)
            self = upload == .finished ? .posted : .uploading(upload)
        case .posted: throw .invalid
        }
    }
}

/// Passes through a case of its own, which nobody but its writer knows.
enum Brewing: FiniteStateDefinition {
    case empty
    case full
    case rinsed

    enum Event: CaseIterable { case fill, pour }

    static var initialStates: [Brewing] { [.empty] }
    static var passingStates: [Brewing] { [.rinsed] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.empty, .fill): self = .full
        case (.full, .pour):
            self = .rinsed
            dry()
        case (.empty, .pour), (.full, .fill), (.rinsed, _): throw .invalid
        }
    }

    private mutating func dry() { if self == .rinsed { self = .empty } }
}
