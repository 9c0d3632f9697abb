import DurableMachines
import Foundation

/// The time in which old entries are removed, and the times of events beside it.
struct RetentionCost: Encodable {
    let store: String
    let machines: Int

    /// The entries that were removed in a second, without other calls.
    let rate: Double

    /// The seconds of a search that finds nothing to remove.
    let search: Double

    /// The times of events without a removal, beside one of the same process, and beside one of
    /// another connection.
    let alone: Waits
    let beside: Waits
    let besideOther: Waits

    /// Milliseconds of the median event, of the slowest in a hundred and in a thousand, and of the
    /// slowest.
    struct Waits: Encodable {
        let median: Double
        let hundredth: Double
        let thousandth: Double
        let longest: Double
        let count: Int

        init(_ times: [Double]) {
            let times = times.sorted()
            func time(_ share: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * share))] }
            (median, hundredth, thousandth) = (time(0.5), time(0.99), time(0.999))
            (longest, count) = (times.last ?? 0, times.count)
        }
    }

    static func measured(_ settings: DurableSettings, path: String) async throws -> [RetentionCost] {
        var costs = [try await measured(settings, name: "SQLite") { try SQLiteStore(path: path) }]
        if let server = try? PostgreSQLCost.server {
            let schema = PostgreSQLCost.newSchema
            costs.append(
                try await measured(settings, name: "PostgreSQL") { try PostgreSQLStore(server, schema: schema) }
            )
            let other = try PostgreSQLStore(server)
            try await PostgreSQLCost.remove(schema, in: other)
            await other.close()
        }
        return costs
    }

    private static func measured(
        _ settings: DurableSettings,
        name: String,
        _ open: () throws -> any DurableStore
    ) async throws -> RetentionCost {
        let (store, other) = (try open(), try open())
        let parcels = try Fleet<Parcel>(in: store, name: "parcels")
        let operatorsParcels = try Fleet<Parcel>(in: other, name: "parcels")
        try await fill(store, settings.machines)
        let clock = ContinuousClock()
        func date(_ day: Int) -> Date { start + Double(day) * 86_400 + 1 }

        let search = try await clock.measure { try await parcels.removeHistory(before: date(-1)) }
        let rate = try await clock.measure { try await parcels.removeHistory(before: date(0)) }
        let end = clock.now + .seconds(5)
        let alone = try await waits(of: parcels, settings.machines) { clock.now > end }
        var waits: [Waits] = [alone]
        for (day, fleet) in [(1, parcels), (2, operatorsParcels)] {
            let isOver = Flag()
            async let removal = removing(before: date(day), from: fleet, isOver)
            waits.append(try await Self.waits(of: parcels, settings.machines) { isOver.isRaised })
            let count = try await removal
            precondition(count == settings.machines, "\(count) entries were removed.")
        }
        for store in [store, other] { await store.close() }
        return RetentionCost(
            store: name,
            machines: settings.machines,
            rate: Double(settings.machines) / (rate / .seconds(1)),
            search: search / .seconds(1),
            alone: waits[0],
            beside: waits[1],
            besideOther: waits[2]
        )
    }

    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private static func removing(before date: Date, from fleet: Fleet<Parcel>, _ isOver: Flag) async throws -> Int {
        defer { isOver.raise() }
        return try await fleet.removeHistory(before: date)
    }

    /// The times of events that one caller sends, one after the other, to machines all over the
    /// fleet.
    private static func waits(
        of parcels: Fleet<Parcel>,
        _ machines: Int,
        until isOver: () -> Bool
    ) async throws -> Waits {
        var times: [Double] = []
        let clock = ContinuousClock()
        repeat {
            let id = ParcelFleet.name(times.count &* 7919 % machines)
            let time = try await clock.measure {
                try await parcels.send(.weigh(grams: times.count), to: id, eventID: UUID().uuidString)
            }
            times.append(time / .milliseconds(1))
        } while !isOver()
        return Waits(times)
    }

    /// Adds machines with an entry of each of three days.
    private static func fill(_ store: any DurableStore, _ machines: Int) async throws {
        let state = try JSONEncoder().encode(Parcel(.driven))
        let event = try JSONEncoder().encode(Parcel.Event.weigh(grams: 1_000))
        for first in stride(from: 0, to: machines, by: 2_000) {
            try await store.rows.store.write(.shared(isAlone: true), fleet: "parcels") { rows in
                for index in first..<min(first + 2_000, machines) {
                    let id = try MachineID(ParcelFleet.name(index))
                    try rows.save(
                        MachineRecord(id: id, version: 2, lastNumber: 3, shape: 1, name: "driven", state: state)
                    )
                    for day in 0..<3 {
                        try rows.append(
                            EventRecord(
                                machine: id,
                                number: day + 1,
                                id: try MachineID("\(UUID())"),
                                kind: .handled,
                                date: start + Double(day) * 86_400,
                                version: day,
                                shape: 1,
                                content: event
                            )
                        )
                    }
                }
            }
        }
    }

    static func lines(_ costs: [RetentionCost]) -> [String] {
        [
            "### Removal of old entries", "",
            "| | machines | entries per second | seconds to find none | events | median ms | ratio | 99 % | 99.9 % | longest |",
            "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |",
        ]
            + costs.flatMap { cost in
                [("alone", cost.alone), ("beside", cost.beside), ("beside another process", cost.besideOther)].map {
                    let figures = [
                        $1.median, $1.median / cost.alone.median, $1.hundredth, $1.thousandth, $1.longest,
                    ]
                    let start = String(format: "%d | %.0f | %.1f", cost.machines, cost.rate, cost.search)
                    return "| \(cost.store) | \(start) | \($1.count) \($0) | "
                        + figures.map { String(format: "%.2f", $0) }.joined(separator: " | ") + " |"
                }
            } + [""]
    }
}

/// A signal from one task to another.
private final class Flag: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var value = false
    var isRaised: Bool { lock.withLock { value } }
    func raise() { lock.withLock { value = true } }
}
