/// The outputs of an exported machine, in the format of this package.
enum ExportedOutput {
    /// Returns the actions of an output: the elements of a list, or the output itself.
    static func actions(_ output: String) -> [String] {
        guard output.hasPrefix("["), output.hasSuffix("]") else { return [output] }
        var actions = [""]
        var depth = 0
        var isInText = false
        for character in output.dropFirst().dropLast() {
            switch character {
            case "\"": isInText.toggle()
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "," where depth == 0 && !isInText:
                actions.append("")
                continue
            default: break
            }
            actions[actions.count - 1].append(character)
        }
        return actions.map { String(trimmed($0[...])) }.filter { !$0.isEmpty }
    }
}
