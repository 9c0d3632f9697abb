import StateMachineDiagrams
import StateMachineLocks

/// The pages of the machines, each of which is created on its first request.
final class ServedPages: Sendable {
    /// The page of a machine in two formats.
    struct Page: Sendable {
        let html: String
        let json: String
    }

    /// The names of the machines, in the order of the catalog.
    let names: [String]

    private let namesByType: [String: String]
    private let make: @Sendable (_ name: String) throws -> Page
    private let made = Locked<[String: Result<Page, Problem>]>([:])

    /// Creates the pages of some machines.
    ///
    /// - Parameters:
    ///   - names: The names of the machines.
    ///   - types: The types of the machines in the same order, with the names that apps use for
    ///     them.
    ///   - make: A closure that creates a page, which takes some time.
    init(_ names: [String], types: [String] = [], make: @escaping @Sendable (String) throws -> Page) {
        self.names = names
        namesByType = Dictionary(zip(types, names)) { first, _ in first }
        self.make = make
    }

    /// Returns the name of the first machine of a type, or `nil` if there is none.
    func name(ofType type: String) -> String? { namesByType[type] }

    /// The addresses of the pages by the types of the machines.
    var addresses: [String: String] { namesByType.mapValues { "/machines/\($0.asPathComponent)" } }

    /// Returns the page of a machine, or `nil` if there is no such machine.
    func page(of name: String) throws(Problem) -> Page? {
        guard names.contains(name) else { return nil }
        if let page = made.withLock({ $0[name] }) { return try page.get() }
        let page: Result<Page, Problem>
        do { page = .success(try make(name)) } catch { page = .failure(Problem("\(error)")) }
        made.withLock { $0[name] = page }
        return try page.get()
    }
}

extension ServedPages.Page {
    /// Creates the page of a machine, which also shows live machines.
    init(of machine: MachineDescription) throws {
        let picture = try PagePicture.make(of: machine)
        html = PlayablePage(machine: machine, picture: picture, isLive: true).html
        json = machine.text(in: .json)
    }
}
