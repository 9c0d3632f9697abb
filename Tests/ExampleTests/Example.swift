import Foundation
import TestSupport
import Testing

/// An example that runs as a program of its own, with pipes for its input and output.
final class Example: Sendable {
    /// What a program left behind.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Drain()
    private let errors = Drain()

    /// Starts an example that was built beside these tests.
    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Self.products.appending(path: name)
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PIXABAY") }
        all.merge(environment) { $1 }
        // Under the address sanitizer: what libcurl leaves behind would be the status of the program.
        all["ASAN_OPTIONS"] = "detect_leaks=0"
        process.environment = all
        process.standardInput = input
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        try process.run()
    }

    /// Where the products of the package are: beside the tests.
    static var products: URL {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        #endif
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// Runs an example to its end.
    static func run(
        _ name: String,
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Result {
        let example = try Example(name, arguments, environment: environment)
        example.type(input)
        return await example.end()
    }

    /// What it has written so far, for the message of a test that fails.
    var transcript: String { "it has printed:\n\(output.text)\n\(errors.text)" }

    /// Writes to the example's input.
    func type(_ text: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits until the example has written something.
    func hasWritten(_ text: String) async -> Bool {
        await eventually { output.text.contains(text) }
    }

    /// Waits until there are so many lines behind a number of other ones, and returns them.
    func lines(from start: Int, count: Int) async -> [String] {
        _ = await eventually { output.lineCount >= start + count || output.isClosed }
        return output.lines(from: start)
    }

    /// Sends the example a signal.
    func interrupt(_ signal: Int32 = SIGINT) {
        kill(process.processIdentifier, signal)
    }

    /// Closes the example's input and waits for its end.
    func end() async -> Result {
        try? input.fileHandleForWriting.close()
        let isOver = await eventually { !process.isRunning && output.isClosed && errors.isClosed }
        if !isOver {
            process.terminate()
            Issue.record("the example did not end")
        }
        return Result(status: isOver ? process.terminationStatus : -1, output: output.text, errors: errors.text)
    }
}
