import StateMachines

/// The pages of the machines, made when they are first asked for.
final class ServedPages: Sendable {
    /// A machine in two formats.
    struct Page: Sendable {
        let html: String
        let json: String
    }

    /// The names of the machines, in the order of the catalog.
    let names: [String]

    private let make: @Sendable (_ name: String) throws -> Page
    private let made = Locked<[String: Result<Page, Problem>]>([:])

    /// - Parameter make: Makes a page, which takes a while.
    init(_ names: [String], make: @escaping @Sendable (String) throws -> Page) {
        self.names = names
        self.make = make
    }

    /// The page of a machine; `nil` if there is no such machine.
    func page(of name: String) throws(Problem) -> Page? {
        guard names.contains(name) else { return nil }
        if let page = made.withLock({ $0[name] }) { return try page.get() }
        let page: Result<Page, Problem>
        do { page = .success(try make(name)) } catch { page = .failure(Problem("\(error)")) }
        made.withLock { $0[name] = page }
        return try page.get()
    }
}
