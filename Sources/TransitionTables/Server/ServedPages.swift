import Foundation
import StateMachineDiagrams
import StateMachines

/// The pages of the machines, made when they are first asked for.
final class ServedPages: Sendable {
    /// The names of the machines, in the order of the catalog.
    let names: [String]

    private let describe: @Sendable (_ name: String) throws -> MachineDescription
    private let render: @Sendable (MachineDescription) throws -> String
    private let made = Locked<[String: Result<MachineDescription, Problem>]>([:])

    /// - Parameters:
    ///   - describe: Explores a machine, which takes a while.
    ///   - render: The page of a machine, as HTML.
    init(
        _ names: [String],
        describe: @escaping @Sendable (String) throws -> MachineDescription,
        render: @escaping @Sendable (MachineDescription) throws -> String = { try preformatted($0) }
    ) {
        self.names = names
        self.describe = describe
        self.render = render
    }

    /// The page of a machine; `nil` if there is no such machine.
    func page(of name: String) throws -> String? { try machine(name).map(render) }

    /// All that is known of a machine; `nil` if there is no such machine.
    func json(of name: String) throws -> String? { try machine(name)?.text(in: .json) }

    private func machine(_ name: String) throws -> MachineDescription? {
        guard names.contains(name) else { return nil }
        if let machine = made.withLock({ $0[name] }) { return try machine.get() }
        let machine: Result<MachineDescription, Problem>
        do { machine = .success(try describe(name)) } catch { machine = .failure(Problem("\(error)")) }
        made.withLock { $0[name] = machine }
        return try machine.get()
    }
}

/// The tables of a machine, as text.
private func preformatted(_ machine: MachineDescription) throws -> String {
    """
    <!doctype html><meta charset="utf-8"><title>\(machine.name.escapedForHTML)</title>
    <pre>\(MarkdownPage(machine).text.escapedForHTML)</pre>

    """
}

extension String {
    /// The text, in an element or in the value of an attribute.
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"",
            with: "&quot;"
        )
    }
}
