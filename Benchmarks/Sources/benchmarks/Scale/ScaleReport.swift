import Foundation

/// The measurements as tables in Markdown, which gnuplot reads too.
struct ScaleReport: Encodable {
    let machines: [MachineScale]
    let states: [StateScale]

    var tables: String {
        var lines = [
            "### Machines", "",
            "| machines | values, in order | values, at random | objects, in order | objects, at random | bytes per object |",
            "| ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        for row in machines {
            let times = [row.valuesInOrder, row.valuesAtRandom, row.objectsInOrder, row.objectsAtRandom].map(format)
            let bytes = row.bytesPerObject.map { String(format: "%.0f", $0) } ?? ""
            lines.append("| \(row.machines) | \(times.joined(separator: " | ")) | \(bytes) |")
        }
        lines += ["", "### States", "", "| states | `handleEvent` | `send` |", "| ---: | ---: | ---: |"]
        for row in states { lines.append("| \(row.states) | \(format(row.handleEvent)) | \(format(row.send)) |") }
        return lines.joined(separator: "\n")
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private func format(_ nanoseconds: Double) -> String { String(format: "%.2f", nanoseconds) }
}
