import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the command line of an example asks for.
public protocol ExampleOptions: Sendable {
    /// The arguments in short.
    static var usage: String { get }

    /// The arguments and what they mean.
    static var help: String { get }

    /// Whether the help is all that is asked for.
    var asksForHelp: Bool { get }

    /// Reads the words behind the name of the program.
    init(_ words: [String], environment: [String: String]) throws(UsageError)
}

/// The frame of every example: bad arguments, help, signals, and output that nobody reads.
public enum ExampleProgram {
    /// The status of a program that a closed pipe has ended, as shells report it.
    static let brokenPipeStatus = 128 + SIGPIPE

    /// Runs an example, and ends the process with its status.
    ///
    /// - Bad arguments are a message, the usage, and status 64.
    /// - A signal cancels the work: see ``Interruption``.
    /// - A reader that goes away, as `head` does, cancels the work quietly; the status is 141, as of tools that the system ends.
    /// - Output that could not be written is a message and status 1.
    public static func run<Options: ExampleOptions>(
        _ name: String,
        _ options: Options.Type,
        work: @escaping @Sendable (Options) async -> Int32
    ) async -> Never {
        exit(await status(of: name, Array(CommandLine.arguments.dropFirst()), work: work))
    }

    private static func status<Options: ExampleOptions>(
        of name: String,
        _ words: [String],
        work: @escaping @Sendable (Options) async -> Int32
    ) async -> Int32 {
        let options: Options
        do throws(UsageError) {
            // As a word, help is what it is as an option.
            let words = words == ["help"] ? ["--help"] : words
            options = try Options(words, environment: ProcessInfo.processInfo.environment)
        } catch {
            Terminal.error.print("\(name): \(error.message.printable)\n\(Options.usage)")
            return UsageError.status
        }
        let status = await Interruption.cancelling {
            guard options.asksForHelp else { return await work(options) }
            Terminal.output.print(Options.help)
            return EXIT_SUCCESS
        }
        if Terminal.isBroken { return brokenPipeStatus }
        if status == EXIT_SUCCESS, let error = Terminal.writeError {
            Terminal.error.print("\(name): cannot write: \(error)")
            return EXIT_FAILURE
        }
        return status
    }
}
