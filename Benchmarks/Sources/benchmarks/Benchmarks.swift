import Foundation

@main
enum Benchmarks {
    /// Not asynchronous, since callgrind does not survive the end of a program whose main function
    /// is.
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "exploration" {
            runAndExit {
                guard let report = try await ExplorationCommand.run(Array(arguments.dropFirst())) else {
                    print(ExplorationCommand.usage)
                    return 64
                }
                print(report)
                return 0
            }
        }
        if arguments.first == "durable" {
            runAndExit {
                guard let report = try await DurableCommand.run(Array(arguments.dropFirst())) else {
                    print(DurableCommand.usage)
                    return 64
                }
                print(report)
                return 0
            }
        }
        if arguments.first == "scale" {
            guard let report = try ScaleCommand.run(Array(arguments.dropFirst())) else {
                print(ScaleCommand.usage)
                exit(64)
            }
            print(report)
            return
        }
        guard let options = Options(arguments) else {
            print(Options.usage)
            exit(64)
        }
        if options.isMarked {
            for workload in workloads(options, .counted) { workload.runMarked() }
            return
        }
        runAndExit { try await run(options) ? 0 : 1 }
    }

    /// Runs asynchronous work, and exits with the code that it returns.
    private static func runAndExit(_ work: @escaping @Sendable () async throws -> Int32) -> Never {
        Task {
            do {
                exit(try await work())
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
        }
        dispatchMain()
    }

    /// - Returns: Whether no threshold is exceeded.
    private static func run(_ options: Options) async throws -> Bool {
        if let task = options.thresholds {
            let workloads = workloads(options, .counted)
            return try await Thresholds.run(task, workloads, only: options.only, in: options.directory)
        }
        var measurements: [Measurement] = []
        for workload in workloads(options, .timed) {
            measurements += try await workload.measure(rounds: options.rounds)
        }
        if options.countsInstructions {
            let counts = try Callgrind.count(workloads(options, .counted), only: options.only)
            for (index, count) in counts.enumerated() { measurements[index].instructions = count }
        }
        let report = Report(measurements: measurements)
        print(options.isJSON ? try report.json : report.table)
        return true
    }

    private static func workloads(_ options: Options, _ amount: Amount) -> [Workload] {
        Workload.all(amount).filter { workload in options.only.map { workload.name.contains($0) } ?? true }
            .map { workload in
                guard let name = options.contender else { return workload }
                var workload = workload
                workload.contenders.removeAll { !$0.name.contains(name) }
                return workload
            }
    }
}
