import CCounting
import DurableMachines
import Foundation

/// The cost of an event with one caller, in microseconds.
struct ClientCost: Encodable {
    struct Ours: Encodable {
        let time: Double
        /// The mean time of a flush.
        let flush: Double

        /// The median of the rounds' ratios to the transaction by hand.
        let ratio: Double
        /// The median of the rounds' ratios to the transaction by hand in the tables of a fleet.
        let ratioInTheTables: Double

        /// The ratio to the transaction by hand, after the time of the hop is subtracted from both.
        let ratioWithoutHop: Double
    }

    let byHand: Double
    let byHandWithoutHop: Double

    /// By hand, in the tables of a fleet.
    let byHandInTheTables: Ours

    /// By hand, with the state read and decoded first.
    let byHandReading: Ours

    let staying: Ours
    let moving: Ours
    let hop: Double

    /// The mean time of a flush during the transactions by hand.
    let flush: Double

    static func measured(
        _ settings: DurableSettings,
        fleet path: String,
        moving movingPath: String,
        byHand byHandPath: String,
        tables tablesPath: String
    ) async throws -> ClientCost {
        let (machines, onTheRoad) = (1_000, 50)
        let names = (0..<machines).map(ParcelFleet.name)
        let byHand = try await ParcelsByHand(path: byHandPath)
        try await byHand.create(names, in: Parcel(.stored))
        let sharedFleet = try ParcelFleet(path: tablesPath)
        try await sharedFleet.create(0..<machines, in: Parcel(.stored))
        let sharing = try await ParcelsByHand(in: sharedFleet)
        // Files of their own, so that each contender pays for the checkpoints of its own log.
        let staying = try ParcelFleet(path: path)
        try await staying.create(0..<machines, in: Parcel(.stored))
        let moving = try ParcelFleet(path: movingPath)
        try await moving.create(0..<(machines - onTheRoad), in: Parcel(.stored))
        try await moving.create((machines - onTheRoad)..<machines, in: Parcel(.driven))

        var generator = SeededGenerator(state: 1)
        var moves = Array(repeating: 0, count: machines)
        var rounds: [Round] = []
        // The first round does not count.
        for round in 0...settings.rounds {
            let indexes = (0..<settings.events).map { _ in Int.random(in: 0..<machines, using: &generator) }
            func id(_ number: Int) -> String { "request-\(round)-\(number)" }
            func weigh(_ number: Int) -> Parcel.Event { .weigh(grams: 1_000 + number) }

            let byHandTime = try await measured(settings.events) {
                for (number, index) in indexes.enumerated() {
                    var next = Parcel(.stored)
                    next.grams = 1_000 + number
                    try await byHand.send(weigh(number), id: id(number), to: names[index], version: round, next: next)
                }
            }
            let sharingTime = try await measured(settings.events) {
                for (number, index) in indexes.enumerated() {
                    var next = Parcel(.stored)
                    next.grams = 1_000 + number
                    let version = 2 + round * settings.events + number
                    try await sharing.send(
                        weigh(number),
                        id: id(number),
                        to: names[index],
                        version: version,
                        next: next
                    )
                }
            }
            let readingTime = try await measured(settings.events) {
                for (number, index) in indexes.enumerated() {
                    let id = "reading-\(round)-\(number)"
                    try await byHand.sendReading(weigh(number), id: id, to: names[index], version: round)
                }
            }
            let stayingTime = try await measured(settings.events) {
                for (number, index) in indexes.enumerated() {
                    try await handled(staying.fleet.send(weigh(number), to: names[index], eventID: id(number)))
                }
            }
            let movingTime = try await measured(settings.events) {
                for (number, index) in indexes.enumerated() {
                    let index = machines - 1 - index % onTheRoad
                    moves[index] += 1
                    let stop = moves[index]
                    let event: Parcel.Event = stop.isMultiple(of: 2) ? .depart(stop: stop) : .arrive(stop: stop)
                    try await handled(moving.fleet.send(event, to: names[index], eventID: id(number)))
                }
            }
            let aloneTime = try await microseconds(settings.events) {
                let events = indexes.enumerated().map {
                    (id: "alone-\(round)-\($0)", parcel: names[$1], event: weigh($0))
                }
                try await byHand.sendAll(events, next: Parcel(.stored))
            }
            let hopTime = try await microseconds(settings.events) {
                for _ in 0..<settings.events { try await byHand.hop() }
            }
            if round == 0 { continue }
            rounds.append(
                Round(
                    byHand: byHandTime,
                    alone: aloneTime,
                    sharing: sharingTime,
                    reading: readingTime,
                    staying: stayingTime,
                    moving: movingTime,
                    hop: hopTime
                )
            )
        }
        try await byHand.close()
        try await sharing.close()
        await staying.store.close()
        await moving.store.close()

        func ours(_ contender: KeyPath<Round, Times>) -> Ours {
            Ours(
                time: rounds.map { $0[keyPath: contender].event }.median,
                flush: rounds.map { $0[keyPath: contender].flush }.median,
                ratio: rounds.map { $0[keyPath: contender].event / $0.byHand.event }.median,
                ratioInTheTables: rounds.map { $0[keyPath: contender].event / $0.sharing.event }.median,
                ratioWithoutHop: rounds.map {
                    ($0[keyPath: contender].event - $0.hop) / ($0.byHand.event - $0.hop)
                }.median
            )
        }
        return ClientCost(
            byHand: rounds.map(\.byHand.event).median,
            byHandWithoutHop: rounds.map(\.alone).median,
            byHandInTheTables: ours(\.sharing),
            byHandReading: ours(\.reading),
            staying: ours(\.staying),
            moving: ours(\.moving),
            hop: rounds.map(\.hop).median,
            flush: rounds.map(\.byHand.flush).median
        )
    }

    private struct Round {
        let byHand: Times
        let alone: Double
        let sharing: Times
        let reading: Times
        let staying: Times
        let moving: Times
        let hop: Double
    }

    /// The mean times of an event and of a flush, in microseconds.
    private struct Times {
        let event: Double
        let flush: Double
    }

    private static func measured(_ events: Int, _ work: () async throws -> Void) async throws -> Times {
        let before = counted_flushes()
        let time = try await microseconds(events, work)
        let after = counted_flushes()
        let count = Double(max(1, after.count - before.count))
        return Times(event: time, flush: Double(after.nanoseconds - before.nanoseconds) / 1_000 / count)
    }
}

/// The throughput with several callers, in events per second.
struct CallersCost: Encodable {
    let callers: Int
    let one: Double
    let many: Double
    let ratio: Double
    let commitsPerEvent: Double

    static func measured(_ settings: DurableSettings, path: String) async throws -> CallersCost {
        let (machines, callers) = (1_000, 16)
        let parcels = try ParcelFleet(path: path)
        try await parcels.create(0..<machines, in: Parcel(.stored))
        var rounds: [(one: Double, many: Double)] = []
        var commits = 0
        for round in 0...settings.rounds {
            @Sendable func send(_ caller: Int, of count: Int) async throws {
                for number in stride(from: caller, to: settings.events * count, by: count) {
                    let name = ParcelFleet.name((number &* 7_919) % machines)
                    let id = "request-\(count)-\(round)-\(number)"
                    try await handled(parcels.fleet.send(.weigh(grams: number), to: name, eventID: id))
                }
            }
            let one = try await microseconds(settings.events) { try await send(0, of: 1) }
            let before = try await parcels.store.counts().commits
            let many = try await microseconds(settings.events * callers) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for caller in 0..<callers { group.addTask { try await send(caller, of: callers) } }
                    try await group.waitForAll()
                }
            }
            if round == 0 { continue }
            commits += try await parcels.store.counts().commits - before
            rounds.append((1_000_000 / one, 1_000_000 / many))
        }
        await parcels.store.close()
        return CallersCost(
            callers: callers,
            one: rounds.map(\.one).median,
            many: rounds.map(\.many).median,
            ratio: rounds.map { $0.many / $0.one }.median,
            commitsPerEvent: Double(commits) / Double(settings.rounds * settings.events * callers)
        )
    }
}

extension EventWork {
    static func measured(path: String) async throws -> [String: EventWork] {
        let (machines, events) = (1_000, 100)
        let parcels = try ParcelFleet(path: path)
        // Fifty parcels are on the road, and for the last row a thousand.
        try await parcels.create(0..<machines, in: Parcel(.stored))
        try await parcels.create(machines..<(machines + 50), in: Parcel(.driven))
        // Prepares the statements.
        try await handled(parcels.fleet.send(.weigh(grams: 1), to: ParcelFleet.name(0), eventID: "first"))
        try await handled(parcels.fleet.send(.arrive(stop: 1), to: ParcelFleet.name(machines), eventID: "first"))
        try await handled(parcels.fleet.send(.depart(stop: 1), to: ParcelFleet.name(machines), eventID: "second"))
        let staying = try await parcels.work(for: events) {
            for number in 0..<events {
                let name = ParcelFleet.name((number &* 7_919) % machines)
                try await handled(parcels.fleet.send(.weigh(grams: number), to: name, eventID: "weigh-\(number)"))
            }
        }
        let moving = try await parcels.work(for: events) {
            for number in 0..<events {
                let name = ParcelFleet.name(machines + (number &* 7) % 50)
                let event: Parcel.Event = number < 50 ? .arrive(stop: number) : .depart(stop: number)
                try await handled(parcels.fleet.send(event, to: name, eventID: "move-\(number)"))
            }
        }
        try await parcels.create((machines + 50)..<(2 * machines), in: Parcel(.driven))
        let busy = try await parcels.work(for: events) {
            for number in 0..<events {
                let name = ParcelFleet.name(machines + 50 + (number &* 7_919) % (machines - 50))
                try await handled(parcels.fleet.send(.arrive(stop: 1), to: name, eventID: "busy-\(number)"))
            }
        }
        await parcels.store.close()
        return [
            "the activities stay": staying,
            "one activity ends and one begins": moving,
            "one activity ends and one begins, a thousand jobs wait": busy,
        ]
    }
}

/// The cost of an event beside many machines, each with a timer that is not due.
struct FleetScale: Encodable {
    let machines: Int

    /// Microseconds per event, at random machines.
    let time: Double

    /// The median of the rounds' ratios to the first row.
    let ratio: Double

    /// Microseconds to look for jobs that are due.
    let search: Double

    let work: EventWork

    static func measured(_ settings: DurableSettings, path: (Int) -> String) async throws -> [FleetScale] {
        var counts = [1_000]
        while let last = counts.last, last < settings.machines { counts.append(min(last * 10, settings.machines)) }
        var fleets: [ParcelFleet] = []
        for count in counts {
            let parcels = try ParcelFleet(path: path(count))
            try await parcels.create(0..<count, in: Parcel(.stored))
            try await parcels.checkpoint()
            fleets.append(parcels)
        }
        var generator = SeededGenerator(state: 2)
        var times = Array(repeating: [Double](), count: counts.count)
        var searches = times
        for round in 0...settings.rounds {
            for (index, parcels) in fleets.enumerated() {
                let names = (0..<settings.events).map { _ in
                    ParcelFleet.name(Int.random(in: 0..<counts[index], using: &generator))
                }
                let time = try await microseconds(settings.events) {
                    for (number, name) in names.enumerated() {
                        let id = "request-\(round)-\(number)"
                        try await handled(parcels.fleet.send(.weigh(grams: number), to: name, eventID: id))
                    }
                }
                let search = try await microseconds(settings.events) {
                    for _ in 0..<settings.events {
                        let isEmpty = try await parcels.store.read(fleet: "parcels") { rows in
                            try rows.queueStates().nextTakes.values.allSatisfy { $0 > rows.now }
                        }
                        precondition(isEmpty, "A timer was due.")
                    }
                }
                if round == 0 { continue }
                times[index].append(time)
                searches[index].append(search)
            }
        }
        var rows: [FleetScale] = []
        for (index, parcels) in fleets.enumerated() {
            let events = 100
            let names = (0..<events).map { _ in
                ParcelFleet.name(Int.random(in: 0..<counts[index], using: &generator))
            }
            let work = try await parcels.work(for: events) {
                for (number, name) in names.enumerated() {
                    try await handled(parcels.fleet.send(.weigh(grams: number), to: name, eventID: "work-\(number)"))
                }
            }
            rows.append(
                FleetScale(
                    machines: counts[index],
                    time: times[index].median,
                    ratio: zip(times[index], times[0]).map { $0 / $1 }.median,
                    search: searches[index].median,
                    work: work
                )
            )
            await parcels.store.close()
        }
        return rows
    }
}

func handled<Definition>(_ outcome: FleetOutcome<Definition>) {
    precondition(outcome.isHandled, "An event was rejected.")
}

/// The time for one of several events, in microseconds.
private func microseconds(_ events: Int, _ work: () async throws -> Void) async throws -> Double {
    let clock = ContinuousClock()
    let time = try await clock.measure { try await work() }
    return time / .microseconds(1) / Double(events)
}
