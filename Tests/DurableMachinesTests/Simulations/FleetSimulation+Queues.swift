import Foundation

@testable import DurableMachines

/// What operators have set for a simulated fleet, and what it allows.
struct OperatorLedger {
    /// The parts that were paused before the step.
    var paused: Set<FleetPart> = []

    /// The number of jobs that each limited queue may have: its limit, or what it had when the
    /// limit was set or leases began again.
    var allowed: [String: Int] = [:]

    /// Whether the step has changed the clock or renewed leases, some of which were over.
    var areLeasesChanged = false
}

/// Operators that pause, resume and limit in the middle of everything.
extension FleetSimulation {
    private static let queues = ["charging", "audit", "reminder", "refunding"]

    /// Performs an order of an operator, whose answer can be lost.
    mutating func operate() async throws {
        let queue = Self.queues.randomElement(using: &random) ?? ""
        let machine = machines.randomElement(using: &random) ?? ""
        let parts: [FleetPart] = [.fleet, .queue(queue), .machine(machine)]
        let part = parts.randomElement(using: &random) ?? .fleet
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            try await ignoringCrash { [orders] in try await orders.pause(part, reason: "on purpose") }
            count("paused")
        case 1...3:
            for part in parts { try await ignoringCrash { [orders] in try await orders.resume(part) } }
        default:
            let jobs = [nil, 1, 2].randomElement(using: &random) ?? nil
            let starts = [nil, nil, 1].randomElement(using: &random) ?? nil
            let limits = QueueLimits(jobs: jobs, starts: starts, per: .seconds(20), headStart: .seconds(30))
            try await ignoringCrash { [orders] in try await orders.setLimits(limits, of: queue) }
            count("limited")
        }
    }

    /// Reads what is set, and checks that no limit is exceeded.
    mutating func readControls() async throws {
        controls.paused = Set(try await orders.pauses().map(\.part))
        // Workers whose clocks differ do not agree about leases.
        guard clockErrors.allSatisfy({ $0 == 0 }) else { return count("full") }
        for queue in try await orders.queues() {
            guard let limit = queue.limits.jobs else {
                controls.allowed[queue.name] = nil
                continue
            }
            let known = controls.allowed[queue.name]
            if let known, queue.held > max(known, limit), !controls.areLeasesChanged {
                throw Unexpected("\(queue.held) jobs of \(queue.name) are held, and \(max(known, limit)) are allowed")
            }
            if queue.held == limit { count("full") }
            controls.allowed[queue.name] = max(
                limit,
                min(queue.held, known == nil || controls.areLeasesChanged ? .max : known ?? 0)
            )
        }
    }

    /// Checks that jobs that were taken belonged to no paused part.
    func checkPauses(of jobs: [FleetJob<Order>]) throws {
        for job in jobs {
            let parts: Set<FleetPart> = [.fleet, .queue(job.queue), .machine(job.machine)]
            if let part = parts.intersection(controls.paused).first {
                throw Unexpected("\(job) was taken, although \(part) is paused")
            }
        }
    }

    /// Ends all pauses and limits.
    func endControls() async throws {
        for pause in try await orders.pauses() { try await orders.resume(pause.part) }
        for queue in Self.queues { try await orders.setLimits(QueueLimits(), of: queue) }
    }
}
