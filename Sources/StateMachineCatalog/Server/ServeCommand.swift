import Foundation
import StateMachineCommandLine
import StateMachineInspectionMessages
import StateMachineLoopbackHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves the pages of machines until a signal ends the program, and restarts it after a new build.
struct ServeCommand {
    /// The port, or 0 for a free port.
    ///
    /// If it is `nil`, the server uses the port from the environment, if there is one.
    let port: Int?

    /// Whether to open the address in a browser.
    let opensBrowser: Bool

    /// The environment variable that passes the token to the restarted program.
    private static let tokenVariable = "MACHINE_INSPECTOR_TOKEN"

    func run(_ pages: ServedPages) throws -> Never {
        let environment = ProcessInfo.processInfo.environment
        let former = environment[Self.tokenVariable]
        let known = try knownAddress(in: environment)
        // Other programs that this one starts must not receive the token.
        unsetenv(Self.tokenVariable)
        let server = try start(pages, at: known, former)
        if former == nil {
            let link = server.makeLink()
            announce(link, server.address)
            if opensBrowser { Browser.open(link) }
        }
        let program = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).absoluteURL
        var watch = ExecutableWatch(.init(of: program))
        var (input, nextLook) = (LineInput(), ContinuousClock.now)
        while true {
            if input.hasLine() { say(server.makeLink()) }
            guard ContinuousClock.now >= nextLook else { continue }
            nextLook = .now + .seconds(1)
            if watch.hasChanged(.init(of: program)) { runAgain(program, server) }
        }
    }

    /// Returns the address in the environment, where apps already look for the inspector.
    ///
    /// After the inspector has ended, it can restart at this address.
    private func knownAddress(in environment: [String: String]) throws(Problem) -> InspectorAddress? {
        guard let text = environment[InspectorAddress.variable], !text.isEmpty else { return nil }
        do throws(InspectorAddress.Invalid) {
            let address = try InspectorAddress(text)
            if let port, port != address.port, environment[Self.tokenVariable] == nil {
                warn(
                    "serve uses --port \(port) instead of the port in \(InspectorAddress.variable), and the token from the variable."
                )
            }
            return address
        } catch {
            throw Problem(
                "\(InspectorAddress.variable) does not contain the address of an inspector. \(error) Fix the address, or unset the variable."
            )
        }
    }

    private func start(
        _ pages: ServedPages,
        at known: InspectorAddress?,
        _ former: String?
    ) throws(Problem) -> InspectionServer {
        let start = ContinuousClock.now
        do throws(LoopbackServerError) {
            return try InspectionServer(
                port: port ?? known?.port ?? 0,
                token: former ?? known?.token ?? RequestGate.makeToken(),
                pages: pages
            ) { start.duration(to: .now) }
        } catch {
            let advice =
                port == nil && known != nil
                ? "The port comes from \(InspectorAddress.variable). End the program that uses it, or unset the variable."
                : "Choose another port with --port, or omit --port to use a free port."
            throw Problem("\(error). \(advice)")
        }
    }

    private func announce(_ link: String, _ address: InspectorAddress) {
        say(
            """
            \(link)

            The link works once. Press Enter for a new link.
            To connect an app, start it with this variable in its environment:
            export \(InspectorAddress.variable)='\(address.text)'

            Press Ctrl-C to stop.
            """
        )
    }

    private func say(_ text: String) {
        ProgramOutput.standard.print(text)
    }

    private func warn(_ text: String) {
        ProgramOutput.error.print("\(Command.name): \(text)")
    }

    /// Replaces this program with the new build, which has the same port and token.
    ///
    /// The system closes every connection to the old program, and the clients connect again. If the
    /// new program cannot start, this one continues.
    private func runAgain(_ program: URL, _ server: InspectionServer) {
        let arguments = [program.path, "serve", "--port", "\(server.port)", "--no-open"]
        setenv(Self.tokenVariable, server.address.token, 1)
        defer { unsetenv(Self.tokenVariable) }
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        execv(program.path, &words)
    }
}
