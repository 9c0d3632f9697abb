/// Tells the leak sanitizer what is not ours, where it would look for it: `swift test --sanitize=address` then speaks of our
/// own leaks alone.
///
/// On Linux the runner of XCTest, libcurl and Foundation's `URLSession` and `Process` leave memory behind.
@_cdecl("__lsan_default_suppressions")
package func leakSuppressions() -> UnsafePointer<UInt8> {
    let suppressions: StaticString = """
        leak:libXCTest
        leak:libcurl
        leak:libFoundation
        """
    return suppressions.utf8Start
}
