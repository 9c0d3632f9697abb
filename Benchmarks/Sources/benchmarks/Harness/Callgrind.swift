import Foundation

/// Counts instructions: runs this program once more, under callgrind, which writes a file at each
/// mark.
enum Callgrind {
    /// Instructions per event for each contender of each workload, in this order; `nil` for work
    /// with tasks.
    static func count(_ workloads: [Workload], only: String?) throws -> [Double?] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        // Without debugging information, of which valgrind only reads older versions.
        let program = directory.appending(path: "benchmarks").path
        try run(["strip", "--strip-debug", "-o", program, CommandLine.arguments[0]], in: directory)
        let output = directory.appending(path: "out")
        try run(
            [
                "valgrind", "--tool=callgrind", "--callgrind-out-file=\(output.path)",
                "--dump-before=benchmark_mark", "--combine-dumps=no", program, "--marked",
            ] + (only.map { ["--only", $0] } ?? []),
            in: directory
        )

        // The first file has what came before the first mark, the second one the work of the first
        // contender, and so on.
        var number = 0
        return try workloads.flatMap { workload in
            try workload.contenders.map { contender in
                number += 2
                guard !contender.takesTasks else { return nil }
                return try instructions(in: output.appendingPathExtension("\(number)")) / Double(workload.events)
            }
        }
    }

    private static func run(_ command: [String], in directory: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
        let messages = directory.appending(path: "messages")
        _ = FileManager.default.createFile(atPath: messages.path, contents: nil)
        process.standardError = try FileHandle(forWritingTo: messages)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CallgrindFailure(messages: (try? String(contentsOf: messages, encoding: .utf8)) ?? "")
        }
    }

    private static func instructions(in file: URL) throws -> Double {
        let text = try String(contentsOf: file, encoding: .utf8)
        let total = text.split(separator: "\n").first { $0.hasPrefix("totals: ") || $0.hasPrefix("summary: ") }
        guard let number = total?.split(separator: " ").last.flatMap({ Double($0) }) else {
            throw CallgrindFailure(messages: "There is no total in \(file.lastPathComponent).")
        }
        return number
    }
}

/// Instructions could not be counted.
struct CallgrindFailure: Error, CustomStringConvertible {
    let messages: String

    var description: String {
        "valgrind does not count instructions; is it installed? apt-get install valgrind\n\(messages)"
    }
}
