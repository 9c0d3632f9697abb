import Foundation

/// The instructions and allocations that the contenders of this library may take; no times.
///
/// There is a file for each kind of system, since instructions depend on the processor.
struct Thresholds {
    enum Task {
        case check, update
    }

    /// Figures by the names of workload and contender.
    typealias Figures = [String: Figure]

    struct Figure: Codable, Equatable {
        var instructions: Double?
        var allocations: Double?
    }

    /// The increase that is tolerated.
    static let tolerance = 0.05

    /// Counts the present instructions and allocations of the contenders of this library.
    static func count(_ workloads: [Workload], only: String?) async throws -> Figures {
        var figures: Figures = [:]
        var instructions = try Callgrind.count(workloads, only: only)[...]
        for workload in workloads {
            let allocations = await workload.countAllocations()
            for (index, contender) in workload.contenders.enumerated() {
                let count = instructions.removeFirst()
                guard contender.role == .ours, workload.countsAllocations else { continue }
                figures["\(workload.name): \(contender.name)"] = Figure(
                    instructions: count.map { ($0 * 10).rounded() / 10 },
                    allocations: (allocations?[index].all).map { ($0 * 100).rounded() / 100 }
                )
            }
        }
        return figures
    }

    /// Lists increases and decreases by more than the tolerance, and contenders that are on one
    /// side only.
    static func compare(_ now: Figures, with before: Figures) -> (worse: [String], notes: [String]) {
        var worse: [String] = []
        var notes: [String] = []
        for name in Set(now.keys).union(before.keys).sorted() {
            guard let now = now[name], let before = before[name] else {
                worse.append("\(name): \(now[name] == nil ? "is missing" : "is new")")
                continue
            }
            for (what, now, before) in [
                ("instructions", now.instructions, before.instructions),
                ("allocations", now.allocations, before.allocations),
            ] {
                guard let now, let before, now != before else { continue }
                let words = "\(name): \(now) \(what) per event instead of \(before)"
                if now > before * (1 + tolerance) {
                    worse.append(words)
                } else if now < before * (1 - tolerance) {
                    notes.append(words)
                }
            }
        }
        return (worse, notes)
    }

    /// The file for this system.
    static func file(in directory: String) -> URL {
        #if arch(x86_64)
        let processor = "x86_64"
        #elseif arch(arm64)
        let processor = "arm64"
        #else
        let processor = "other"
        #endif
        #if os(Linux)
        let system = "linux"
        #else
        let system = "other"
        #endif
        return URL(filePath: directory).appending(path: "\(system)-\(processor).json")
    }

    /// - Returns: Whether no figure has become worse.
    static func run(_ task: Task, _ workloads: [Workload], only: String?, in directory: String) async throws -> Bool {
        let file = file(in: directory)
        let now = try await count(workloads, only: only)
        switch task {
        case .update:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(now) + Data("\n".utf8)).write(to: file)
            return true
        case .check:
            guard let data = try? Data(contentsOf: file) else {
                print("There is no \(file.lastPathComponent) yet; --update-thresholds writes it.")
                return false
            }
            let comparison = compare(now, with: try JSONDecoder().decode(Figures.self, from: data))
            for note in comparison.notes { print("better: \(note)") }
            for words in comparison.worse { print("worse: \(words)") }
            print("\(now.count) contenders, \(comparison.worse.count) worse than \(file.lastPathComponent)")
            return comparison.worse.isEmpty
        }
    }
}
