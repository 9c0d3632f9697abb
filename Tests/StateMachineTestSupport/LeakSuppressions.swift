/// Hides leaks of other libraries from the leak sanitizer: `swift test --sanitize=address` then
/// reports only our own leaks.
///
/// On Linux the runner of XCTest, libcurl and Foundation's `URLSession` and `Process` leave memory
/// behind. A `static let` keeps its value, but the sanitizer does not see a pointer that shares its
/// word with the case of an enum.
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
