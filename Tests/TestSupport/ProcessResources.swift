import Foundation

#if os(Linux)
/// What this process holds of the system.
package enum ProcessResources {
    /// The open descriptors that are of a kind that connections have; the runtime opens others when it needs them.
    package static var socketsAndPipes: Int {
        entries(of: "fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix("socket:") == true || target?.hasPrefix("pipe:") == true
        }
    }

    /// The threads there are.
    package static var threads: Int { entries(of: "task").count }

    private static func entries(of folder: String) -> [String] {
        let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")
        precondition(entries?.isEmpty == false, "/proc/self/\(folder) cannot be read")
        return entries ?? []
    }
}
#endif
