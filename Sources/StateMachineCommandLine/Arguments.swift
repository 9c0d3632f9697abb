/// The words of a command line, read one at a time.
///
/// ```swift
/// var arguments = Arguments(CommandLine.arguments.dropFirst())
/// while let argument = try arguments.next() {
///     switch argument {
///     case .option("--page"): page = try arguments.number(of: "--page", in: 1...500)
///     case .option(let name): throw UsageError("unknown option \(name)")
///     case .word(let word): words.append(word)
///     }
/// }
/// ```
package struct Arguments: Sendable {
    /// One word of a command line.
    package enum Argument: Equatable, Sendable {
        /// A word that begins with a hyphen.
        case option(String)
        /// Any other word, or any word after `--`.
        case word(String)
    }

    private var rest: [String]
    private var onlyWords = false

    /// The option that was written as `--name=value`, until its value is taken.
    private var optionWithValue: String?

    /// Creates a list of the words after the name of the program.
    ///
    /// The form `--name=value` means `--name value`.
    package init(_ words: some Sequence<String>) {
        rest = Array(words)
    }

    /// Takes the next word.
    ///
    /// - Throws: ``UsageError`` if the previous option has a value that was not taken.
    package mutating func next() throws(UsageError) -> Argument? {
        if let optionWithValue { throw UsageError("\(optionWithValue) does not take a value") }
        guard !rest.isEmpty else { return nil }
        let word = rest.removeFirst()
        if onlyWords || !word.hasPrefix("-") || word == "-" { return .word(word) }
        if word == "--" {
            onlyWords = true
            return try next()
        }
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            rest.insert(String(word[word.index(after: equals)...]), at: 0)
            optionWithValue = String(word[..<equals])
            return .option(String(word[..<equals]))
        }
        return .option(word)
    }

    /// Takes the value of an option.
    ///
    /// A value that begins with two hyphens must follow an equals sign, because otherwise it is the
    /// next option.
    ///
    /// - Throws: ``UsageError`` if there is no value.
    package mutating func value(of option: String) throws(UsageError) -> String {
        guard let word = rest.first, optionWithValue != nil || !word.hasPrefix("--") else {
            throw UsageError("\(option) needs a value")
        }
        optionWithValue = nil
        return rest.removeFirst()
    }

    /// Takes the value of an option whose value is optional.
    ///
    /// The value is the text after `=`, or the next word if it is a possible value.
    package mutating func value(if isValue: (String) -> Bool) -> String? {
        guard let word = rest.first, optionWithValue != nil || isValue(word) else { return nil }
        optionWithValue = nil
        return rest.removeFirst()
    }

    /// Takes the value of an option that requires an integer.
    ///
    /// - Throws: ``UsageError`` if the value is not an integer in the range.
    package mutating func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let value = try value(of: option)
        guard let number = Int(value), range.contains(number) else {
            throw UsageError(
                "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'"
            )
        }
        return number
    }
}

/// An invalid command line or command, with the reason.
package struct UsageError: Error, Hashable, Sendable {
    /// The exit status for invalid arguments (`EX_USAGE` of `sysexits.h`).
    package static let status: Int32 = 64

    /// The reason.
    package let message: String

    /// Creates an error with a reason.
    package init(_ message: String) {
        self.message = message
    }
}
