#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The resident memory of this process in bytes, from Linux; `nil` on other systems.
struct Memory {
    let current: Int
    let peak: Int

    static func now() -> Memory? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        func bytes(_ name: String) -> Int? {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
        }
        guard let current = bytes("VmRSS"), let peak = bytes("VmHWM") else { return nil }
        return Memory(current: current, peak: peak)
    }
}
