import Foundation

/// Measurements as tables in Markdown.
struct Report {
    let measurements: [Measurement]

    var table: String {
        var lines: [String] = []
        var workload: String?
        for measurement in measurements {
            if measurement.workload != workload {
                workload = measurement.workload
                lines += [
                    "", "### \(measurement.workload)", "",
                    "| | ns per event | ratio | instructions | allocations | copies | bytes |",
                    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
                ]
            }
            let cells = [
                measurement.isOurs ? "**\(measurement.contender)**" : measurement.contender,
                format(measurement.nanoseconds, digits: 2),
                format(measurement.ratio, digits: 2),
                format(measurement.instructions, digits: 1),
                format(measurement.allocations, digits: 2),
                format(measurement.payloadCopies, digits: 2),
                measurement.bytesPerMachine.map { "\($0)" } ?? "",
            ]
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        return lines.dropFirst().joined(separator: "\n")
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(measurements), as: UTF8.self)
        }
    }

    private func format(_ number: Double?, digits: Int) -> String {
        number.map { String(format: "%.\(digits)f", $0) } ?? ""
    }
}
