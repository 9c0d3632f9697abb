import Foundation
import InspectionMessages
import LoopbackHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves the pages of machines until a signal ends the program, and runs the new program when it
/// has been built again.
struct ServeCommand {
    /// The port; 0 for a free one, `nil` for that of the address in the environment, if there is
    /// one.
    let port: Int?

    /// Whether to open the address in a browser.
    let opensBrowser: Bool

    /// The environment variable by which a program that is run again gets the token of the one
    /// before.
    private static let tokenVariable = "MACHINE_INSPECTOR_TOKEN"

    func run(_ pages: ServedPages) throws -> Never {
        let environment = ProcessInfo.processInfo.environment
        let former = environment[Self.tokenVariable]
        let known = try knownAddress(in: environment)
        // Programs that this one runs are not told.
        unsetenv(Self.tokenVariable)
        let server = try start(pages, at: known, former)
        if former == nil {
            let link = server.makeLink()
            announce(link, server.address)
            if opensBrowser { open(link) }
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

    /// The address where apps look for the inspector already: after it has ended, it can be started
    /// again there.
    private func knownAddress(in environment: [String: String]) throws(Problem) -> InspectorAddress? {
        guard let text = environment[InspectorAddress.variable] else { return nil }
        do throws(InspectorAddress.Invalid) {
            let address = try InspectorAddress(text)
            if let port, port != address.port, environment[Self.tokenVariable] == nil {
                warn("--port \(port) is used, and not the port in \(InspectorAddress.variable); its token is used.")
            }
            return address
        } catch {
            throw Problem(
                "\(InspectorAddress.variable) is not the address of an inspector. \(error) Or unset the variable."
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
                ? "The port is that of \(InspectorAddress.variable): end the program that has it, or unset the variable."
                : "Choose another one with --port, or leave --port out for a free one."
            throw Problem("\(error). \(advice)")
        }
    }

    private func announce(_ link: String, _ address: InspectorAddress) {
        say(
            """
            \(link)

            The link works once. Press Enter for another one.
            Apps find the inspector by the environment:
            export \(InspectorAddress.variable)='\(address.text)'

            Ctrl-C ends it.
            """
        )
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private func warn(_ text: String) {
        FileHandle.standardError.write(Data("\(Command.name): \(text)\n".utf8))
    }

    private func open(_ address: String) {
        #if canImport(Darwin)
        let name = "open"
        #else
        let name = "xdg-open"
        #endif
        guard let opener = try? Tool.find(name) else { return }
        // What it prints is not for the reader of this program's output.
        let process = Process()
        process.executableURL = opener
        process.arguments = [address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }

    /// Replaces this program by the new one, which has the same port and the same token; if that is
    /// impossible, this one goes on.
    ///
    /// The system closes all connections with the old program, and clients connect again.
    private func runAgain(_ program: URL, _ server: InspectionServer) {
        let arguments = [program.path, "serve", "--port", "\(server.port)", "--no-open"]
        setenv(Self.tokenVariable, server.address.token, 1)
        defer { unsetenv(Self.tokenVariable) }
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        execv(program.path, &words)
    }
}
