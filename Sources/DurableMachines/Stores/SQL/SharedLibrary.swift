import Foundation

/// A library of C functions that the program loads while it runs.
///
/// The library stays loaded until the process ends.
struct SharedLibrary {
    /// The name under which the system has found the library.
    let name: String

    private let installation: String
    private let handle: UnsafeMutableRawPointer

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - names: The names to try, in order.
    ///   - installation: How to install the library, for the errors.
    init(_ names: [String], installation: String) throws(DurableStoreError) {
        var reason = "no name was given"
        for name in names {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                (self.name, self.handle, self.installation) = (name, handle, installation)
                return
            }
            reason = dlerror().map { String(cString: $0) } ?? "it was not found"
        }
        throw .library(names.first ?? "", reason: reason, installation: installation)
    }

    /// Returns a function of the library.
    ///
    /// The caller chooses the type of the result. It must be a `@convention(c)` function that fits
    /// the declaration of the function in C.
    ///
    /// - Parameter name: The name of the function.
    func function<Function>(_ name: String) throws(DurableStoreError) -> Function {
        guard let symbol = dlsym(handle, name) else { throw error("the function \(name) is missing") }
        return unsafeBitCast(symbol, to: Function.self)
    }

    /// An error about the library.
    func error(_ reason: String) -> DurableStoreError { .library(name, reason: reason, installation: installation) }
}
