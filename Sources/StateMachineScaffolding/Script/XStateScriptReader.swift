import StateMachineCommandLine

/// A reader of XState machines in TypeScript and JavaScript.
///
/// It finds the calls of `createMachine` in a file. `ScriptConfiguration` turns the argument into
/// the JSON that `JSON.stringify(machine.config)` would write, with names for inline functions.
package enum XStateScriptReader {
    /// Reads a machine.
    ///
    /// - Parameter name: The number, the name or the id of the machine; `nil` if the file contains
    ///   only one.
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

    /// Returns the only machine that is not inside another one, or the machine with a name.
    private static func machine(named name: String?, in file: inout ScriptFile) throws(ChartError) -> ScriptMachine {
        let all = file.machines()
        guard let first = all.first else {
            throw ChartError(
                Position(line: 1, column: 1),
                "the file does not create an XState machine",
                expected: "createMachine({ … }) or setup({ … }).createMachine({ … })"
            )
        }
        var found = all.filter { !$0.isInner }
        if let name {
            if let number = Int(name) { return try machine(number, of: all) }
            found = all.filter { $0.name == name }
            if found.isEmpty { found = all.filter { file.id(of: $0) == name } }
        }
        if found.count == 1 { return found[0] }
        let count = found.isEmpty ? "no machine" : "\(found.count) machines"
        throw ChartError(
            (found.first ?? first).position,
            "the file contains \(count)\(name.map { " “\($0.abbreviated(after: 60))”" } ?? "")",
            expected: "# and a name or a number after the path: \(file.titles(of: all))"
        )
    }

    private static func machine(_ number: Int, of all: [ScriptMachine]) throws(ChartError) -> ScriptMachine {
        guard all.indices.contains(number - 1) else {
            throw ChartError(
                all[0].position,
                "the file contains no machine \(number)",
                expected: "a number from 1 to \(all.count)"
            )
        }
        return all[number - 1]
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

    /// Returns the numbers, the names and the lines of machines.
    fileprivate mutating func titles(of machines: [ScriptMachine]) -> String {
        var titles: [String] = []
        for (index, machine) in machines.prefix(20).enumerated() {
            let name = machine.name ?? id(of: machine) ?? machine.function
            titles.append("\(index + 1) is “\(name.abbreviated(after: 60))” in line \(machine.position.line)")
        }
        return titles.joined(separator: ", ") + (machines.count > 20 ? ", …" : "")
    }
}
