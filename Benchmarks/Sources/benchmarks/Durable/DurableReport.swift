import Foundation

/// The cost of an event that is stored.
struct DurableReport: Encodable {
    var client: ClientCost?
    var callers: CallersCost?
    var work: [String: EventWork] = [:]
    var scale: [FleetScale] = []
    var postgresql: [PostgreSQLCost] = []
    var workers: [PostgreSQLWorkers] = []
    var reconciliation: [ReconciliationCost] = []
    var queues: [QueueCost] = []
    var retention: [RetentionCost] = []

    static func measured(_ settings: DurableSettings) async throws -> DurableReport {
        let folder = settings.directory.appending(path: "durable-benchmark.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

        var report = DurableReport()
        if settings.parts.contains(.client) {
            report.client = try await ClientCost.measured(
                settings,
                fleet: path("fleet.db"),
                moving: path("moving.db"),
                byHand: path("by-hand.db"),
                tables: path("tables.db")
            )
        }
        if settings.parts.contains(.callers) {
            report.callers = try await CallersCost.measured(settings, path: path("callers.db"))
        }
        if settings.parts.contains(.work) { report.work = try await EventWork.measured(path: path("work.db")) }
        if settings.parts.contains(.scale) {
            report.scale = try await FleetScale.measured(settings, path: { path("scale-\($0).db") })
        }
        if settings.parts.contains(.reconcile) {
            report.reconciliation = try await ReconciliationCost.measured(settings, path: path("reconciliation.db"))
        }
        if settings.parts.contains(.queues) {
            report.queues = try await QueueCost.measured(settings, directory: folder)
        }
        if settings.parts.contains(.prune) {
            report.retention = try await RetentionCost.measured(settings, path: path("retention.db"))
        }
        if settings.parts.contains(.postgresql) {
            for clients in [1, 16] {
                report.postgresql.append(try await PostgreSQLCost.measured(settings, clients: clients))
            }
        }
        if settings.parts.contains(.postgresql) { report.workers = try await PostgreSQLWorkers.measured([1, 2, 8]) }
        return report
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    // MARK: Tables

    var tables: String {
        var lines: [String] = []
        if let client {
            lines += [
                "### One caller", "",
                "| | microseconds per event | of which `fdatasync` | ratio | ratio without the hop | ratio in the same tables |",
                "| --- | ---: | ---: | ---: | ---: | ---: |",
                "| by hand | \(format(client.byHand)) | \(format(client.flush)) | 1.00 | 1.00 | |",
                "| by hand, in the tables of a fleet | \(row(client.byHandInTheTables)) |",
                "| by hand, with the state read first | \(row(client.byHandReading)) |",
                "| by hand, without the hop | \(format(client.byHandWithoutHop)) | | | | |",
                "| the hop to the thread and back | \(format(client.hop)) | | | | |",
                "| `send`, the activities stay | \(row(client.staying)) |",
                "| `send`, one activity ends and one begins | \(row(client.moving)) |", "",
            ]
        }
        if let callers {
            lines += [
                "### Several callers", "", "| callers | events per second | ratio | commits per event |",
                "| ---: | ---: | ---: | ---: |",
                "| 1 | \(format(callers.one, digits: 0)) | 1.00 | 1.00 |",
                "| \(callers.callers) | \(format(callers.many, digits: 0)) | \(format(callers.ratio)) | \(format(callers.commitsPerEvent)) |",
                "",
            ]
        }
        if !work.isEmpty {
            lines += [
                "### Work for an event", "",
                "| | statements | rows read | rows changed | commits | flushes | pages of the log |",
                "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
            ]
            for (name, work) in work.sorted(by: { $0.key < $1.key }) { lines.append("| \(name) | \(row(work)) |") }
            lines.append("")
        }
        if !scale.isEmpty {
            lines += [
                "### Machines and timers that are not due", "",
                "| machines | microseconds per event | ratio | microseconds to find no due job | statements | rows read | rows changed | commits | flushes | pages of the log |",
                "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            ]
            for row in scale {
                lines.append(
                    "| \(row.machines) | \(format(row.time)) | \(format(row.ratio)) | \(format(row.search)) | \(self.row(row.work)) |"
                )
            }
        }
        if !reconciliation.isEmpty { lines += ReconciliationCost.lines(reconciliation) }
        if !queues.isEmpty { lines += QueueCost.lines(queues) }
        if !retention.isEmpty { lines += RetentionCost.lines(retention) }
        for cost in postgresql { lines += cost.lines }
        if !workers.isEmpty { lines += PostgreSQLWorkers.lines(workers) }
        return lines.joined(separator: "\n")
    }

    private func row(_ cost: ClientCost.Ours) -> String {
        [cost.time, cost.flush, cost.ratio, cost.ratioWithoutHop, cost.ratioInTheTables].map { format($0) }.joined(
            separator: " | "
        )
    }

    private func row(_ work: EventWork) -> String {
        [work.statements, work.rowsRead, work.rowsChanged, work.commits, work.flushes ?? .nan, work.pages]
            .map { format($0) }.joined(separator: " | ")
    }

    private func format(_ number: Double, digits: Int = 2) -> String { String(format: "%.\(digits)f", number) }
}
