package import StateMachines

/// A cash machine: two regions, and reasons for rejections in three levels of nesting.
package struct Terminal: FiniteStateDefinition, Codable {
    package var session = Session.idle
    package var printer = Printer.ready

    package init(session: Session = .idle, printer: Printer = .ready) {
        self.session = session
        self.printer = printer
    }

    package enum Event: Hashable, Codable, Sendable {
        case session(Session.Event)
        case printer(Printer.Event)
        /// Offered to both regions.
        case reset
    }

    package enum Refusal: Error, Hashable, Codable {
        case session(Session.Refusal)
        case printer
        indirect case both([Refusal])
    }

    package mutating func handleEvent(_ event: Event) throws(Refusal) -> Int {
        switch event {
        case .session(let event): return try session.handleEvent(event, rejectedAs: Refusal.session)
        case .printer(let event):
            try printer.handleEvent(event, rejectedAs: { _ in Refusal.printer })
            return 0
        case .reset:
            try Regions.offer(rejectedAs: Refusal.both) { offer in
                offer(.eject, to: &session, rejectedAs: Refusal.session)
                offer(.refill, to: &printer, rejectedAs: { _ in .printer })
            }
            return 0
        }
    }

    package static var initialStates: [Terminal] { [Terminal()] }

    package var sampleEvents: [Event] {
        [
            .session(.insert), .session(.account(.withdraw(6))), .session(.account(.withdraw(60))),
            .session(.account(.close)),
            .session(.eject), .printer(.print), .printer(.refill), .reset,
        ]
    }

    package enum Session: StateDefinition, Hashable, Codable {
        case idle
        case inside(Account)

        package enum Event: Hashable, Codable, Sendable {
            case insert, eject
            case account(Account.Event)
        }

        package enum Refusal: Error, Hashable, Codable {
            case noCard, cardInside
            case account(Account.Refusal)
        }

        package mutating func handleEvent(_ event: Event) throws(Refusal) -> Int {
            switch (self, event) {
            case (.idle, .insert):
                self = .inside(.open(balance: 10))
                return 0
            case (.inside, .eject):
                self = .idle
                return 0
            case (.inside(var account), .account(let event)):
                defer { self = .inside(account) }
                return try account.handleEvent(event, rejectedAs: Refusal.account)
            case (.idle, .account), (.idle, .eject): throw .noCard
            case (.inside, .insert): throw .cardInside
            }
        }
    }

    package enum Account: StateDefinition, Hashable, Codable {
        case open(balance: Int)
        case closed

        package enum Event: Hashable, Codable, Sendable {
            case withdraw(Int)
            case close
        }

        package enum Refusal: Error, Hashable, Codable {
            case insufficient(missing: Int)
            case closed
        }

        package mutating func handleEvent(_ event: Event) throws(Refusal) -> Int {
            switch (self, event) {
            case (.open(let balance), .withdraw(let amount)):
                guard amount <= balance else { throw .insufficient(missing: amount - balance) }
                self = .open(balance: balance - amount)
                return amount
            case (.open, .close):
                self = .closed
                return 0
            case (.closed, .withdraw), (.closed, .close): throw .closed
            }
        }
    }

    package enum Printer: StateDefinition, Hashable, Codable {
        case ready, empty

        package enum Event: Hashable, Codable, Sendable { case print, refill }

        package mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.ready, .print): self = .empty
            case (.empty, .refill): self = .ready
            case (.ready, .refill), (.empty, .print): throw .invalid
            }
        }
    }
}
