import Foundation

/// Runs programs on this computer.
enum ProgramCall {
    struct NotFound: Error, CustomStringConvertible {
        let name: String
        var description: String { "Cannot find the program \(name) in PATH." }
    }

    struct Failure: Error, CustomStringConvertible {
        /// The program and its arguments.
        let command: String
        /// The text that the program wrote to standard error.
        let errors: String
        var description: String { "\(command) failed: \(errors)" }
    }

    struct TimeLimitExceeded: Error, CustomStringConvertible {
        let name: String
        let seconds: Int
        var description: String { "\(name) did not finish within \(seconds) s." }
    }

    /// Runs a program and returns its output.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - arguments: The arguments of the program.
    ///   - input: The text that the program reads from its standard input.
    ///   - timeLimit: The number of seconds before the program is killed, or `nil` for no limit.
    /// - Returns: The text that the program writes to its standard output.
    @discardableResult
    static func run(
        _ name: String,
        _ arguments: [String],
        input: String = "",
        timeLimit: Int? = nil
    ) throws -> String {
        let result = try result(of: find(name), arguments, input: input, timeLimit: timeLimit)
        guard result.status == 0 else {
            throw Failure(command: ([name] + arguments).joined(separator: " "), errors: result.errors)
        }
        return result.output
    }

    /// Runs a program and returns its exit status and what it writes.
    ///
    /// - Parameters:
    ///   - program: The location of the program.
    ///   - arguments: The arguments of the program.
    ///   - input: The text that the program reads from its standard input.
    ///   - timeLimit: The number of seconds before the program is killed, or `nil` for no limit.
    static func result(
        of program: URL,
        _ arguments: [String],
        input: String = "",
        timeLimit: Int? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        // Files are used because pipes would have to be read and written concurrently.
        try inTemporaryFolder { try result(of: program, arguments, input: input, timeLimit: timeLimit, in: $0) }
    }

    private static func result(
        of program: URL,
        _ arguments: [String],
        input: String,
        timeLimit: Int?,
        in folder: URL
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
        for file in files { try Data(file == files[0] ? Data(input.utf8) : Data()).write(to: file) }
        let handles = try [FileHandle(forReadingFrom: files[0])] + files[1...].map(FileHandle.init(forWritingTo:))
        // A process that has ended may stay in memory and would keep its files open.
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        // `waitUntilExit()` would only poll from time to time on Linux.
        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        try process.run()
        if let timeLimit, hasEnded.wait(timeout: .now() + .seconds(timeLimit)) == .timedOut {
            // `terminate()` would not be reliable because a program inherits the signals that its
            // thread blocks.
            kill(process.processIdentifier, SIGKILL)
            hasEnded.wait()
            throw TimeLimitExceeded(name: program.lastPathComponent, seconds: timeLimit)
        }
        if timeLimit == nil { hasEnded.wait() }

        let texts = try files[1...].map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// Calls a function with an empty folder and removes the folder afterwards.
    static func inTemporaryFolder<Result>(_ body: (_ folder: URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transition-tables-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Returns the location of a program in the first folder of a path that contains it.
    static func find(
        _ name: String,
        in path: String = ProcessInfo.processInfo.environment["PATH", default: ""]
    ) throws -> URL {
        let files = path.split(separator: ":").map { URL(filePath: String($0)).appending(path: name) }
        guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw NotFound(name: name)
        }
        return file
    }
}
