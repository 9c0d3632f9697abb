import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

@Suite(.timeLimit(.minutes(2)), .computing) struct RejectionReasonTests {
    private static let inside = Terminal(session: .inside(.open(balance: 10)))
    private static let tooMuch = Terminal.Event.session(.account(.withdraw(60)))
    private static let reason = Terminal.Refusal.session(.account(.insufficient(missing: 50)))

    @Test(arguments: StoreKind.allCases)
    func `a repeated event is rejected for the reason that was stored`(kind: StoreKind) async throws {
        let terminals = try Fleet<Terminal>(in: kind.make())
        try await terminals.create("a", in: Self.inside)
        let outcome = try await terminals.send(Self.tooMuch, to: "a", eventID: "1")
        guard case .rejected(let rejection) = outcome else { throw Unexpected(outcome) }
        #expect(rejection.reason == Self.reason)
        #expect("\(rejection)".hasSuffix("session(account(insufficient(missing: 50)))"))
        // The account has changed, and the reason of a new event with it.
        try await terminals.send(.session(.account(.withdraw(4))), to: "a", eventID: "2")
        #expect(try await terminals.send(Self.tooMuch, to: "a", eventID: "1") == outcome)
        let later = try await terminals.send(Self.tooMuch, to: "a", eventID: "3")
        guard case .rejected(let other) = later else { throw Unexpected(later) }
        #expect(other.reason == .session(.account(.insufficient(missing: 54))))

        let rejections = try await terminals.history(of: "a").compactMap { entry in
            if case .rejected(_, let rejection) = entry.content { rejection } else { nil }
        }
        #expect(rejections == [rejection, other])
    }

    @Test(arguments: StoreKind.allCases)
    func `rows from before the definition had reasons are read, and an older process reads the new rows`(
        kind: StoreKind
    ) async throws {
        let store = try kind.make()
        let former = try Fleet<FormerTerminal>(in: store, name: "terminals")
        let terminals = try Fleet<Terminal>(in: store, name: "terminals")
        try await former.create("a", in: FormerTerminal(terminal: Self.inside))
        let first = try await former.send(Self.tooMuch, to: "a", eventID: "1")
        guard case .rejected(let old) = first else { throw Unexpected(first) }
        let repeated = try await terminals.send(Self.tooMuch, to: "a", eventID: "1")
        guard case .rejected(let read) = repeated else { throw Unexpected(repeated) }
        #expect(read.reason == nil)
        #expect("\(read)" == "\(old)")

        let second = try await terminals.send(Self.tooMuch, to: "a", eventID: "2")
        guard case .rejected(let new) = second else { throw Unexpected(second) }
        let readByFormer = try await former.send(Self.tooMuch, to: "a", eventID: "2")
        #expect(readByFormer == .rejected(.init(reason: .invalid, words: "\(new)")))
    }

    @Test func `the reason of a job's rejected event is the reason why it is parked`() async throws {
        let tickets = try Fleet<Ticket>(in: InMemoryStore())
        try await tickets.create("a", in: Ticket(isBooking: true))
        let job = try #require(try await tickets.take(limit: 1).first)
        let outcome = try await tickets.end(job, .finished(Ticket.Event.book(seats: 9)))
        guard case .rejected(let rejection)? = outcome else { throw Unexpected(outcome as Any) }
        #expect(rejection.reason == .init(free: 4))
        #expect(try await tickets.parkedJobs().first?.reason == "\(rejection)")
    }
}

extension Terminal: DurableDefinition {}

/// The same machine, as it was before it had reasons.
private struct FormerTerminal: DurableDefinition, Hashable {
    var terminal: Terminal

    init(terminal: Terminal) { self.terminal = terminal }

    init(from decoder: any Decoder) throws { terminal = try Terminal(from: decoder) }

    func encode(to encoder: any Encoder) throws { try terminal.encode(to: encoder) }

    mutating func handleEvent(_ event: Terminal.Event) throws(TransitionError) -> Int {
        try terminal.handleEvent(event, rejectedAs: { _ in TransitionError.invalid })
    }
}

private struct Ticket: DurableDefinition, Hashable {
    struct SoldOut: Error, Hashable, Codable { let free: Int }
    enum Activity: Hashable, Codable, Sendable { case booking }
    enum Event: Hashable, Codable, Sendable { case book(seats: Int) }

    var isBooking: Bool

    var activities: [Activity] { isBooking ? [.booking] : [] }

    mutating func handleEvent(_ event: Event) throws(SoldOut) {
        switch event {
        case .book(let seats):
            guard seats <= 4 else { throw SoldOut(free: 4) }
            isBooking = false
        }
    }
}
