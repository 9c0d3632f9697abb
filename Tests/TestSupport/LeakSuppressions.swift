/// Tells the leak sanitizer what is not ours, where it would look for it: `swift test --sanitize=address` then speaks of our
/// own leaks alone.
///
/// On Linux the runner of XCTest, libcurl and Foundation's `URLSession` and `Process` leave memory behind. What is made once and for
/// all, a `static let`, is kept, but the sanitizer does not see a pointer that shares its word with the case of an enum.
@_cdecl("__lsan_default_suppressions")
package func leakSuppressions() -> UnsafePointer<UInt8> {
    let suppressions: StaticString = """
        leak:libXCTest
        leak:libcurl
        leak:libFoundation
        leak:threading_impl::once_slow
        """
    return suppressions.utf8Start
}
