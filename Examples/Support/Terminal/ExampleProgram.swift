import Foundation
package import StateMachineCommandLine
package import StateMachineInspection

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The options of an example, read from its command line.
package protocol ExampleOptions: Sendable {
    /// One line for each form of the command.
    static var usage: String { get }

    /// The arguments and their meanings.
    static var help: String { get }

    /// Whether to print only the help.
    var asksForHelp: Bool { get }

    /// The address of the inspector that shows the machine, if any.
    var inspectorAddress: String? { get }

    /// Parses the arguments after the name of the program.
    init(_ words: [String], environment: [String: String]) throws(UsageError)
}

/// The shared part of all examples: arguments, help, signals and broken pipes.
package enum ExampleProgram {
    /// Runs an example and ends the process with its status.
    ///
    /// - Invalid arguments cause a message, the usage, and status 64.
    /// - A signal cancels the work. For details, see ``Interruption``.
    /// - If the reader of the output closes the pipe, as `head` does, the work is cancelled without
    ///   a message, and the status is 141.
    /// - If output cannot be written, a message and status 1 follow.
    /// - At the end, the example waits for at most a second until the inspector has received the
    ///   last records.
    package static func run<Options: ExampleOptions>(
        _ name: String,
        _ options: Options.Type,
        work: @escaping @Sendable (Options, MachineInspector?) async -> Int32
    ) async -> Never {
        exit(await status(of: name, Array(CommandLine.arguments.dropFirst()), work: work))
    }

    private static func status<Options: ExampleOptions>(
        of name: String,
        _ words: [String],
        work: @escaping @Sendable (Options, MachineInspector?) async -> Int32
    ) async -> Int32 {
        let options: Options
        do throws(UsageError) {
            // The word "help" is equivalent to the option.
            let words = words == ["help"] ? ["--help"] : words
            options = try Options(words, environment: ProcessInfo.processInfo.environment)
        } catch {
            Terminal.error.print("\(name): \(error.message.printable)\n\(Options.usage)")
            return UsageError.status
        }
        // A file that exceeds its size limit is an error like a full disk. The signal must not end
        // the process.
        signal(SIGXFSZ, SIG_IGN)
        let inspector = options.inspectorAddress.flatMap { try? MachineInspector(at: $0) }
        let status = await Interruption.cancelling {
            guard options.asksForHelp else { return await work(options, inspector) }
            Terminal.output.print(Options.help)
            return EXIT_SUCCESS
        }
        await inspector?.flush()
        return ProgramOutput.status(status, of: name)
    }
}
