import StateMachines

/// Content that is fetched, shown and refreshed: a parent and a child with activities.
enum Content: ActivityVisiting {
    case loading(query: String)
    case loaded(Presence)

    enum Event: Sendable, CaseIterable {
        case progress, finished, refresh, reset
    }

    enum Activity: Hashable, Sendable {
        case fetch(query: String)
        case content
        case presence(Presence.Activity)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.loading, .progress): break
        case (.loading, .finished): self = .loaded(.shown)
        case (.loading, .refresh), (.loading, .reset): throw .invalid

        case (.loaded, .reset): self = .loading(query: "cats and dogs, asleep in the sun")
        case (.loaded(let presence), .progress), (.loaded(let presence), .finished), (.loaded(let presence), .refresh):
            var presence = presence
            defer { self = .loaded(presence) }
            try presence.handleEvent(event)
        }
    }

    func visitActivities(_ visit: (Activity) -> Void) {
        switch self {
        case .loading(let query): visit(.fetch(query: query))
        case .loaded(let presence):
            visit(.content)
            presence.forEachActivity { visit(.presence($0)) }
        }
    }
}

/// The child.
enum Presence: ActivityVisiting {
    case shown, refreshing

    typealias Event = Content.Event

    enum Activity: Hashable, Sendable {
        case display, refresh
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.shown, .refresh): self = .refreshing
        case (.shown, .progress): break
        case (.shown, .finished), (.shown, .reset): throw .invalid
        case (.refreshing, .progress): break
        case (.refreshing, .finished): self = .shown
        case (.refreshing, .refresh), (.refreshing, .reset): throw .invalid
        }
    }

    func visitActivities(_ visit: (Activity) -> Void) {
        switch self {
        case .shown: visit(.display)
        case .refreshing: visit(.refresh)
        }
    }
}

/// The same by hand; it counts entries and exits.
struct PlainContent: PlainMachine {
    enum State {
        case loading(query: String)
        case shown, refreshing
    }

    typealias Event = Content.Event

    var state = State.loading(query: "cats and dogs, asleep in the sun")
    var changes = 0

    mutating func handle(_ event: Event) -> Bool {
        switch (state, event) {
        case (.loading, .progress), (.shown, .progress), (.refreshing, .progress): break
        case (.loading, .finished):
            state = .shown
            changes += 3
        case (.shown, .refresh):
            state = .refreshing
            changes += 2
        case (.refreshing, .finished):
            state = .shown
            changes += 2
        case (.shown, .reset), (.refreshing, .reset):
            state = .loading(query: "cats and dogs, asleep in the sun")
            changes += 3
        case (.loading, .refresh), (.loading, .reset), (.shown, .finished), (.refreshing, .refresh): return false
        }
        return true
    }
}
