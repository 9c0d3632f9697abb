import DurableMachines
import Foundation
import StateMachines

/// The time of a job, without and with limits, head starts, pauses and labels.
struct QueueCost: Encodable {
    /// The limits, pauses and observers of a measured fleet.
    enum Kind: String, CaseIterable, Encodable {
        case none = "nothing set"
        case headStart = "a head start"
        case limit = "a limit of jobs at the same time"
        case pause = "a paused machine"
        case labels = "labels read from each report"
    }

    let kind: Kind

    /// The microseconds of a job.
    let time: Double

    /// The median of the ratios to a fleet for which nothing is set.
    let ratio: Double

    /// Takes turns in some rounds, each of which performs as many jobs as there are events.
    static func measured(_ settings: DurableSettings, directory: URL) async throws -> [QueueCost] {
        var times = Kind.allCases.map { _ in [Double]() }
        for round in 0...settings.rounds {
            for (index, kind) in Kind.allCases.enumerated() {
                let path = directory.appending(path: "queues-\(round)-\(index).db").path
                let time = try await time(of: kind, settings.events, in: SQLiteStore(path: path))
                // The first round warms up.
                if round > 0 { times[index].append(time) }
            }
        }
        return zip(Kind.allCases, times).map { kind, own in
            let ratios = zip(own, times[0]).map { $0 / $1 }
            return QueueCost(kind: kind, time: own.sorted()[own.count / 2], ratio: ratios.sorted()[ratios.count / 2])
        }
    }

    /// The microseconds of a job, each of which handles an event that begins the next one.
    private static func time(of kind: Kind, _ jobs: Int, in store: SQLiteStore) async throws -> Double {
        let parcels =
            try kind == .labels
            ? Fleet<Parcel>(in: store, name: "parcels") { report in precondition(!report.labels.isEmpty) }
            : Fleet<Parcel>(in: store, name: "parcels")
        switch kind {
        case .none, .labels: break
        case .headStart: try await parcels.setLimits(QueueLimits(headStart: .seconds(60)), of: "driving")
        case .limit:
            for queue in ["driving", "unloading"] { try await parcels.setLimits(QueueLimits(jobs: 64), of: queue) }
        case .pause: try await parcels.pause(.machine("nobody"))
        }
        for number in 0..<64 { try await parcels.create("parcel-\(number)", in: Parcel(.driven)) }
        let stops = jobs / 64
        let time = try await ContinuousClock().measure {
            try await parcels.run(workers: 8, until: .idle) { job, _ in
                switch job.activity {
                case .driving(let stop): .arrive(stop: stop)
                case .unloading(let stop): stop < stops / 2 ? .depart(stop: stop + 1) : nil
                case .reminding: nil
                }
            }
        }
        await store.close()
        return time / .microseconds(1) / Double(64 * (stops / 2 * 2 + 2))
    }

    static func lines(_ costs: [QueueCost]) -> [String] {
        ["### Queues", "", "| | microseconds of a job | ratio |", "| --- | ---: | ---: |"]
            + costs.map { cost in
                "| \(cost.kind.rawValue) | \(String(format: "%.0f", cost.time)) | \(String(format: "%.2f", cost.ratio)) |"
            } + [""]
    }
}
