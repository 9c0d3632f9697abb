import Foundation

/// Runs programs of this computer.
enum Tool {
    struct NotFound: Error, CustomStringConvertible {
        let name: String
        var description: String { "There is no program \(name) in PATH." }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct TimeLimitExceeded: Error, CustomStringConvertible {
        let name: String
        let seconds: Int
        var description: String { "\(name) was not done after \(seconds) s." }
    }

    /// Runs a program, and returns what it prints.
    ///
    /// - Parameter timeLimit: After how many seconds the program is killed; `nil` to wait for it.
    @discardableResult
    static func run(
        _ name: String,
        _ arguments: [String],
        input: String = "",
        timeLimit: Int? = nil
    ) throws -> String {
        // Files, since pipes would have to be read and written concurrently.
        try inTemporaryFolder { try run(name, arguments, input: input, timeLimit: timeLimit, in: $0) }
    }

    private static func run(
        _ name: String,
        _ arguments: [String],
        input: String,
        timeLimit: Int?,
        in folder: URL
    ) throws -> String {
        let process = Process()
        process.executableURL = try find(name)
        process.arguments = arguments
        let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
        for file in files { try Data(file == files[0] ? Data(input.utf8) : Data()).write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        // Not `waitUntilExit()`, which looks every so often on Linux.
        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        try process.run()
        if let timeLimit, hasEnded.wait(timeout: .now() + .seconds(timeLimit)) == .timedOut {
            // Not `terminate()`: a program inherits the signals that its thread blocks.
            kill(process.processIdentifier, SIGKILL)
            hasEnded.wait()
            throw TimeLimitExceeded(name: name, seconds: timeLimit)
        }
        if timeLimit == nil { hasEnded.wait() }

        let (output, errors) = (try Data(contentsOf: files[1]), try Data(contentsOf: files[2]))
        guard process.terminationStatus == 0 else {
            let message = String(decoding: errors, as: UTF8.self)
            throw Failure(description: "\(name) \(arguments.joined(separator: " ")) failed: \(message)")
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Calls a function with an empty folder, which is removed afterwards.
    static func inTemporaryFolder<Result>(_ body: (_ folder: URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transition-tables-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// The location of an executable program: in the first folder of a path that has it.
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
