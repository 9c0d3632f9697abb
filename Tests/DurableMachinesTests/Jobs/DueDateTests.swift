import DurableMachines
import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

/// Due dates that no store can hold, and those that it just can.
@Suite(.timeLimit(.minutes(1)), .computing) struct DueDateTests {
    /// A reminder for which each machine has a time of its own.
    private enum Reminder: DurableDefinition, Hashable {
        case off
        case on(Time)

        enum Time: String, Codable, Hashable, Sendable, CaseIterable {
            case nan, infinity, negativeInfinity, greatest, far, tooFar, afterEver, longAgo

            var due: DueTime {
                switch self {
                case .nan: .at(Date(timeIntervalSince1970: .nan))
                case .infinity: .at(Date(timeIntervalSince1970: .infinity))
                case .negativeInfinity: .at(Date(timeIntervalSince1970: -.infinity))
                case .greatest: .at(Date(timeIntervalSince1970: 1e31))
                case .far: .at(Date(timeIntervalSince1970: 9.2e12))
                case .tooFar: .at(Date(timeIntervalSince1970: 9.3e12))
                case .afterEver: .after(.seconds(Int.max))
                case .longAgo: .at(.distantPast)
                }
            }

            var isAllowed: Bool { self == .far || self == .longAgo }
        }

        enum Event: Codable, Hashable, Sendable { case turnOn(Time) }
        enum Activity: Codable, Hashable, Sendable { case remind(Time) }

        var activities: [Activity] { if case .on(let time) = self { [.remind(time)] } else { [] } }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .turnOn(let time): self = .on(time)
            }
        }

        static func due(_ activity: Activity) -> DueTime {
            switch activity {
            case .remind(let time): time.due
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a due date that cannot be stored is refused, and the store works afterwards`(kind: StoreKind) async throws {
        let reminders = try Fleet<Reminder>(in: kind.make())
        try await reminders.create("a", in: .off)
        for time in Reminder.Time.allCases where !time.isAllowed {
            let errors = [
                await #expect(throws: FleetError.self) { try await reminders.create("b", in: .on(time)) },
                await #expect(throws: FleetError.self) {
                    try await reminders.send(.turnOn(time), to: "a", eventID: "\(time)")
                },
            ]
            for error in errors {
                guard case .unencodable(_, let reason) = error else { throw Unexpected(error as Any) }
                #expect(reason.contains("a due date is a number"))
            }
        }
        #expect(try await reminders.state(of: "a") == .off)
        #expect(try await reminders.history(of: "a").count == 1)
        #expect(try await reminders.machine("b") == nil)
        try await reminders.create("far", in: .on(.far))
        try await reminders.create("past", in: .on(.longAgo))
        // A run computes how long to wait for the first of them.
        try await reminders.run(until: .idle) { job, _ in
            #expect(job.machine == "past")
            return nil
        }
        try await reminders.run(until: .idle) { _, _ in throw Unexpected("the time has not come") }
    }
}
