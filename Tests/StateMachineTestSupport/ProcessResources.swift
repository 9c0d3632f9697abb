import Foundation

#if os(Linux)
/// The resources of the system that this process uses.
package enum ProcessResources {
    /// The number of open sockets and pipes; the runtime opens descriptors of other kinds.
    package static var socketsAndPipes: Int {
        entries(of: "fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix("socket:") == true || target?.hasPrefix("pipe:") == true
        }
    }

    /// The number of threads.
    package static var threads: Int { entries(of: "task").count }

    private static func entries(of folder: String) -> [String] {
        let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")
        precondition(entries?.isEmpty == false, "/proc/self/\(folder) cannot be read")
        return entries ?? []
    }
}
#endif
