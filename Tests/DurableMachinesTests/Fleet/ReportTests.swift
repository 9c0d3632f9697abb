import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// What reports tell to logs, metrics and traces.
@Suite(.timeLimit(.minutes(1)), .computing) struct ReportTests {
    /// A fleet and the reports that it has made.
    private func fleet(failureLimit: Int = 3) throws -> (Fleet<Order>, reports: @Sendable () -> [FleetReport]) {
        let reports = Locked<[FleetReport]>([])
        var settings = FleetSettings()
        settings.failureLimit = failureLimit
        settings.firstPause = .milliseconds(1)
        settings.pollInterval = .milliseconds(1)
        let orders = try Fleet<Order>(in: InMemoryStore(), name: "orders", settings: settings) { report in
            reports.withLock { $0.append(report) }
        }
        return (orders, { reports.withLock { $0 } })
    }

    private func text(_ labels: [(name: String, value: String)]) -> String {
        labels.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
    }

    @Test func `reports of a machine name its fleet, its new state and its shape`() async throws {
        let (orders, reports) = try fleet()
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.cancel, to: "a", eventID: "1")
        try await orders.send(.cancel, to: "a", eventID: "1")
        try await orders.send(.deliver, to: "a", eventID: "2")
        try await orders.transaction(on: "a") { order in _ = try order.send(.remind, eventID: "3") }
        try await orders.delete("a")
        #expect(reports().map(\.name) == ["created", "event", "event", "event", "event", "deleted"])
        #expect(reports().map { text($0.labels) }.first == "fleet=orders state=placed shape=1")
        #expect(reports().dropFirst().allSatisfy { text($0.labels) == "fleet=orders state=cancelled shape=1" })
        #expect(reports().allSatisfy { $0.machine?.id == "a" && $0.job == nil })
        for report in reports() {
            if case .event = report { #expect(report.duration.map { $0 > .zero } == true) }
        }
    }

    @Test func `reports of a job name its activity, queue, state and attempt, and how long the work took`() async throws
    {
        let (orders, reports) = try fleet()
        try await orders.create("a", in: .refunding)
        try await orders.run(until: .idle) { job, send in
            guard job.activity == .refunding else { return nil }
            _ = try await send(.progress(1))
            if job.attempt == 1 { throw Unexpected("the bank is closed") }
            return .didRefund
        }
        while try await orders.state(of: "a") != .cancelled {
            try await orders.run(until: .idle) { job, _ in job.activity == .refunding ? .didRefund : nil }
        }
        let refunds = reports().filter { $0.job?.activity == "refunding" }
        #expect(refunds.map(\.name) == ["taken", "failed", "taken", "finished"])
        let labels = "fleet=orders queue=refunding activity=refunding state=refunding shape=1 attempt="
        #expect(refunds.map { text($0.labels) } == [1, 1, 2, 2].map { labels + "\($0)" })
        #expect(refunds.map { $0.duration != nil } == [false, true, false, true])
        #expect(refunds.allSatisfy { $0.job?.id == "orders/0.1/a" && $0.job?.machine == "a" && $0.fleet == "orders" })
        // The event of a job lasts as long as its work, and is told before its end.
        let end = try #require(reports().lastIndex { $0.name == "finished" && $0.job?.activity == "refunding" })
        let event = try #require(reports()[..<end].lastIndex { $0.name == "event" })
        let (whole, work) = (reports()[end].duration, reports()[event].duration)
        #expect(try #require(work) > .zero && #require(whole) >= #require(work))
    }

    @Test func `a job that is given up is told with its labels`() async throws {
        let (orders, reports) = try fleet(failureLimit: 1)
        try await orders.create("a", in: .refunding)
        try await orders.run(until: .idle) { job, _ in throw Unexpected("the bank is closed") }
        let parked = reports().filter { $0.name == "parked" }
        #expect(Set(parked.compactMap { $0.job?.queue }) == ["audit", "refunding"])
        #expect(parked.allSatisfy { $0.duration != nil && $0.job?.attempt == 1 })
    }

    @Test func `each report names its fleet`() async throws {
        let (orders, _) = try fleet()
        try await orders.create("a", in: .paid)
        let job = try #require(try await orders.take(limit: 1).first).labels
        let reports: [FleetReport] = [
            .renewed(jobs: 2, fleet: "orders"), .undecodable("a", fleet: "orders", reason: "x"),
            .storeFailed(.cancelled, fleet: "orders"), .storeFailed(.cancelled, fleet: "orders", job: job),
            .released(job: job), .lost(job: job), .cancelled(job: job), .exhausted(job: job, reason: "x"),
        ]
        #expect(reports.allSatisfy { $0.fleet == "orders" && $0.labels.first?.value == "orders" })
        #expect(Set(reports.map(\.name)).count == 7)
        #expect(reports[3].job?.machine == "a" && "\(reports[3])".hasPrefix("orders/0.0/a: the store failed"))
    }
}
