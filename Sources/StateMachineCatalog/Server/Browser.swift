import Foundation

/// The browser of the user.
enum Browser {
    /// Opens an address, if this computer can.
    static func open(_ address: String) {
        #if canImport(Darwin)
        let name = "open"
        #else
        let name = "xdg-open"
        #endif
        guard let opener = try? ProgramCall.find(name) else { return }
        // The output of the browser does not belong to the output of this program.
        let process = Process()
        process.executableURL = opener
        process.arguments = [address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
