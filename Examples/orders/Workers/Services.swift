import DurableMachines
import OrderMachine
import StateMachineGraphs

/// The bank, the warehouse and the carrier, as a worker calls them.
struct Services: Sendable {
    /// A service has done its work, but its answer is lost.
    struct NoAnswer: Error, CustomStringConvertible {
        let description: String
    }

    let ledger: Ledger
    let chance: Chance

    /// Does the work of a job, and returns the event for the order.
    ///
    /// The services get the name of the job as the idempotency key, because a job can be done more
    /// than once: if an answer is lost, and if a worker is killed before it has stored the answer.
    func perform(_ job: FleetJob<Order>) async throws -> Order.Event {
        switch job.activity {
        case .reminder:
            try await request(.remind, for: job)
            return .didRemind
        case .deadline:
            return .deadlinePassed
        case .charging(let purchase):
            let isAccepted = isLikely(job, "charge", percent: 92)
            try await request(.charge, for: job, cents: purchase.cents, isAccepted: isAccepted)
            return isAccepted ? .didCharge(payment: job.id) : .wasDeclined
        case .reserving:
            let isAccepted = isLikely(job, "reserve", percent: 96)
            try await request(.reserve, for: job, isAccepted: isAccepted)
            return isAccepted ? .didReserve : .isOutOfStock
        case .packing:
            try await pause(for: job, milliseconds: 20...80)
            return .didPack
        case .shipping:
            try await request(.ship, for: job)
            return .didShip(parcel: job.id)
        case .tracking:
            return .didDeliver
        case .refunding(let purchase):
            try await request(.refund, for: job, cents: purchase.cents)
            return .didRefund
        case .releasing:
            try await request(.release, for: job)
            return .didRelease
        }
    }

    /// Sends a request to a service, whose answer is lost in 2 of 100 cases.
    private func request(
        _ kind: LedgerRequest.Kind,
        for job: FleetJob<Order>,
        cents: Int = 0,
        isAccepted: Bool = true
    ) async throws {
        try await pause(for: job, milliseconds: 2...20)
        let request = LedgerRequest(kind: kind, key: job.id, order: job.machine, cents: cents, isAccepted: isAccepted)
        try ledger.append(.request(request))
        try await pause(for: job, milliseconds: 2...20)
        if isLikely(job, "answer \(job.attempt)", percent: 2) {
            throw NoAnswer(description: "no answer to the request: \(kind.rawValue)")
        }
    }

    private func isLikely(_ job: FleetJob<Order>, _ occasion: String, percent: Int) -> Bool {
        var generator = chance.generator(job.id, occasion)
        return generator.chance(percent, in: 100)
    }

    private func pause(for job: FleetJob<Order>, milliseconds: ClosedRange<Int>) async throws {
        var generator = chance.generator(job.id, "pause")
        try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds, using: &generator)))
    }
}
