#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// What a copy of the library asks wherever a mistake can be made in its source. The environment
// names the one that is made: `SOURCE_MUTANT` is its number. `SOURCE_MUTANT_RECORD` is a file with
// a byte for each, which becomes 1 when somebody gets there.

@usableFromInline
let active = getenv("SOURCE_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

@usableFromInline
nonisolated(unsafe) let record: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("SOURCE_MUTANT_RECORD") else { return nil }
    let file = open(path, O_RDWR)
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    // Shared with the file, so that it is known even of a process that is ended.
    guard size > 0, let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { return nil }
    return memory == MAP_FAILED ? nil : memory.assumingMemoryBound(to: UInt8.self)
}()

/// Whether a mistake is being made.
@inlinable
public func isMutated(_ number: Int) -> Bool {
    if let record { record[number] = 1 }
    return number == active
}

/// Whether a mistake is not being made.
@inlinable
public func isIntact(_ number: Int) -> Bool { !isMutated(number) }
