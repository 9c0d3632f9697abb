package import Foundation
import Testing

/// An example that runs as a program of its own, with pipes for its input and output.
package final class Example: Sendable {
    /// The status and the output of a program.
    package struct Result {
        package let status: Int32
        package let output: String
        package let errors: String

        package var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    private let program: ChildProgram
    private let input: Faucet
    private let output: Drain
    private let errors: Drain

    /// Starts an example that was built beside these tests.
    ///
    /// - Parameters:
    ///   - file: The file for its output, instead of a pipe.
    ///   - isRead: Whether its output is read; if not, the other end of its pipe is closed from the
    ///     beginning.
    ///   - isOpen: Whether it has an output at all.
    package init(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        to file: String? = nil,
        isRead: Bool = true,
        isOpen: Bool = true
    ) throws {
        var all = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("PIXABAY") && !$0.key.hasPrefix("MACHINE_INSPECTOR")
        }
        all.merge(environment) { $1 }
        // Under the address sanitizer, leaks in libcurl would change the status of the program.
        all["ASAN_OPTIONS"] = "detect_leaks=0"
        let (inputPipe, outputPipe, errorPipe) = (try ClosingPipe(), try ClosingPipe(), try ClosingPipe())
        let target = file.map { open($0, O_WRONLY | O_CLOEXEC) } ?? outputPipe.writing
        input = Faucet(inputPipe.writing)
        if isRead {
            output = Drain(outputPipe.reading)
        } else {
            close(outputPipe.reading)
            output = Drain(open("/dev/null", O_RDONLY | O_CLOEXEC))
        }
        errors = Drain(errorPipe.reading)
        defer {
            for end in Set([inputPipe.reading, outputPipe.writing, errorPipe.writing, target]) { _ = close(end) }
        }
        program = try ChildProgram(
            Self.products.appending(path: name).path(percentEncoded: false),
            arguments,
            environment: all,
            descriptors: (inputPipe.reading, isOpen ? target : -1, errorPipe.writing)
        )
    }

    deinit {
        // A test that fails does not wait for the program.
        program.signal(SIGKILL)
    }

    /// The folder of the products of the package: beside the tests.
    package static var products: URL {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        #endif
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// Runs an example to its end.
    package static func run(
        _ name: String,
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:],
        to file: String? = nil,
        isRead: Bool = true,
        isOpen: Bool = true
    ) async throws -> Result {
        let example = try Example(
            name,
            arguments,
            environment: environment,
            to: file,
            isRead: isRead,
            isOpen: isOpen
        )
        example.type(input)
        return await example.end()
    }

    /// The output so far, for the message of a test that fails.
    package var transcript: String { "it has printed:\n\(output.text)\n\(errors.text)" }

    /// Writes to the example's input.
    package func type(_ text: String) {
        input.write(text)
    }

    /// Waits until the example has written a text, or has closed its output.
    package func hasWritten(_ text: String) async -> Bool {
        _ = await eventually { output.isClosed || output.text.contains(text) }
        return output.text.contains(text)
    }

    /// Waits until there are `count` lines from an index on, and returns them.
    package func lines(from start: Int, count: Int) async -> [String] {
        _ = await eventually { output.lineCount >= start + count || output.isClosed }
        return output.lines(from: start)
    }

    /// Closes the example's input and waits for its end.
    package func end() async -> Result {
        input.close()
        return await result()
    }

    /// Sends the example a signal and waits for its end.
    ///
    /// The input stays open until then, so that its end cannot reach the example before the signal.
    package func end(by signal: Int32) async -> Result {
        program.signal(signal)
        defer { input.close() }
        return await result()
    }

    /// Sends the example a signal at the moment at which it writes a text, and waits for its end.
    ///
    /// A test that waits for the text and then sends the signal may get its turn on a busy machine
    /// only after the example has ended.
    package func end(by signal: Int32, onceWritten text: String) async -> Result {
        output.whenRead(text) { [program] in program.signal(signal) }
        defer { input.close() }
        return await result()
    }

    private func result() async -> Result {
        let isOver = await eventually { program.status != nil && output.isClosed && errors.isClosed }
        if !isOver {
            program.signal(SIGKILL)
            Issue.record("the example did not end; \(transcript)")
        }
        return Result(status: program.status ?? -1, output: output.text, errors: errors.text)
    }
}
