/// A reader of XState machines in TypeScript and JavaScript.
///
/// It finds the calls of `createMachine` in a file. `ScriptConfiguration` turns the argument into
/// the JSON that `JSON.stringify(machine.config)` would write, with names for inline functions.
package enum XStateScriptReader {
    /// Reads a machine.
    ///
    /// - Parameter name: The name or the id of the machine; `nil` if the file contains only one.
    /// - Throws: ``ChartError`` with all errors of the file.
    package static func read(_ text: String, machine name: String? = nil) throws(ChartError) -> Chart {
        var file = ScriptFile(text)
        let machine = try machine(named: name, in: &file)
        return try XStateReader.read(configuration(of: machine, in: file))
    }

    static func configuration(of machine: ScriptMachine, in file: ScriptFile) throws(ChartError) -> JSONTree {
        var configuration = ScriptConfiguration(file, machine)
        return try configuration.json()
    }

    private static func machine(named name: String?, in file: inout ScriptFile) throws(ChartError) -> ScriptMachine {
        let all = file.machines()
        guard !all.isEmpty else {
            throw ChartError(
                Position(line: 1, column: 1),
                "the file does not create an XState machine",
                expected: "createMachine({ … }) or setup({ … }).createMachine({ … })"
            )
        }
        var found = all.filter { !$0.isInner }
        if let name {
            found = all.filter { $0.name == name }
            if found.isEmpty { found = all.filter { file.id(of: $0) == name } }
        }
        if found.count == 1 { return found[0] }
        let words = all.map { "\(file.title(of: $0)) (line \($0.position.line))" }
        throw ChartError(
            (found.first ?? all[0]).position,
            found.isEmpty
                ? "the file contains no machine “\(name ?? "")”" : "the file contains \(found.count) machines\(name.map { " “\($0)”" } ?? "")",
            expected: "--machine with a name or an id: " + words.prefix(20).joined(separator: ", ")
        )
    }
}

extension ScriptFile {
    /// Returns the id in the configuration of a machine.
    fileprivate mutating func id(of machine: ScriptMachine) -> String? {
        guard let value = try? value(at: machine.configuration),
            case .object(let members)? = try? resolved(value).content,
            let member = members.first(where: { if case .name("id") = $0.key { true } else { false } }),
            case .string(let id)? = try? resolved(member.value).content
        else { return nil }
        return id
    }

    fileprivate mutating func title(of machine: ScriptMachine) -> String {
        machine.name ?? id(of: machine) ?? machine.function
    }
}
