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

/// Serves the pages of machines until a signal ends the program, and runs the new program when it has been built again.
struct ServeCommand {
    /// The port; 0 for a free one, `nil` for that of the address in the environment, if there is one.
    let port: Int?

    /// Whether to open the address in a browser.
    let opensBrowser: Bool

    /// The environment variable by which a program that is run again gets the token of the one before.
    private static let tokenVariable = "MACHINE_INSPECTOR_TOKEN"

    func run(_ pages: ServedPages) throws -> Never {
        let environment = ProcessInfo.processInfo.environment
        let former = environment[Self.tokenVariable]
        // Where apps look for the inspector already: after it has ended, it can be started again at the same address.
        let known = environment[InspectorAddress.variable].flatMap { InspectorAddress($0) }
        // Programs that this one runs are not told.
        unsetenv(Self.tokenVariable)
        let start = ContinuousClock.now
        let server = try InspectionServer(
            port: port ?? known?.port ?? 0,
            token: former ?? known?.token ?? RequestGate.makeToken(),
            pages: pages
        ) { start.duration(to: .now) }
        if former == nil {
            announce(server.address)
            if opensBrowser { open(server.address.text) }
        }
        let program = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])).absoluteURL
        var watch = ExecutableWatch(.init(of: program))
        while true {
            Thread.sleep(forTimeInterval: 1)
            if watch.hasChanged(.init(of: program)) { runAgain(program, server) }
        }
    }

    private func announce(_ address: InspectorAddress) {
        print(
            """
            \(address.text)

            Apps find it by the environment:
            export \(InspectorAddress.variable)='\(address.text)'

            Ctrl-C ends it.
            """
        )
        fflush(nil)
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

    /// Replaces this program by the new one, which has the same port and the same token; if that is impossible, this one goes on.
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
