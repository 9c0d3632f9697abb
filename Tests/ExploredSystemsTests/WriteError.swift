#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Darwin)
@preconcurrency import Darwin
#endif

/// Writes to `stderr`, as the Swift runtime does.
///
/// `FileHandle.standardError` bypasses that stream.
func writeError(_ text: String) {
    fputs(text, stderr)
}
