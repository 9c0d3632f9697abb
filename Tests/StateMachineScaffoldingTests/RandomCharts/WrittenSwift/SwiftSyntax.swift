/// The part of Swift that machines are written in.
enum SwiftSyntax {
    struct Token: Equatable {
        var text: String
        /// Whether a line break comes before it.
        var isFirst: Bool
    }

    indirect enum Expression {
        case name(String)
        /// `.name` or `.name(arguments)`, or the same behind a base.
        case member(Expression?, String)
        case call(Expression, [Argument])
        case list([Expression])
        case tuple([Expression])
        case number(Int)
        case not(Expression)
        case optionalTry(Expression)
        case reference(Expression)
        case binary(String, Expression, Expression)
    }

    struct Argument {
        var label: String?
        var value: Expression
    }

    indirect enum Pattern {
        /// `nil`.
        case nothing
        /// `.name(…)`; without parentheses the payload may be anything.
        case element(String, [Pattern])
        case tuple([Pattern])
        case binding(String, isMutable: Bool)
        case wildcard
    }

    enum Condition {
        case expression(Expression)
        /// `let name = expression`
        case unwrapping(String, Expression)
        /// `case pattern = expression`
        case matching(Pattern, Expression)
    }

    indirect enum Statement {
        case choice(Expression, [(patterns: [Pattern], body: [Statement])])
        case branch([Condition], [Statement], otherwise: [Statement])
        case loop([Condition], [Statement])
        case variable(String, isMutable: Bool, type: TypeName?, Expression?)
        case assignment(Expression, adds: Bool, Expression)
        case expression(Expression)
        case result(Expression?)
        case offers([Expression])
        /// `defer { … }`
        case atEnd([Statement])
        /// `do { … } catch { … }`
        case attempt([Statement], otherwise: [Statement])
        case invalid
        case exit
        case again
    }

    struct TypeName {
        /// The last part of the name; that of the elements for a list.
        var name: String
        var isOptional = false
        /// The label of a payload.
        var label: String?
    }

    struct Parameter {
        var name: String
        var type: TypeName
        var isReference: Bool
        var initial: Expression?
    }

    struct Function {
        var parameters: [Parameter] = []
        var result: TypeName?
        var body: [Statement] = []
    }

    struct Declaration {
        /// The types of the payload of each case.
        var cases: [String: [TypeName]] = [:]
        var properties: [(name: String, type: TypeName, initial: Expression?)] = []
        /// Functions, computed properties, and initializers, which are called `init` and have at
        /// most one of each length.
        var functions: [String: Function] = [:]
        var staticFunctions: [String: Function] = [:]
        var initializers: [Function] = []
    }

    struct Problem: Error {
        var text: String
    }

    static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var isFirst = true
        for line in text.split(separator: "\n") where !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") {
            var rest = line.drop { $0 == " " }
            isFirst = true
            while let character = rest.first {
                let token: Substring
                if character == "`" {
                    token = rest.dropFirst().prefix { $0 != "`" }
                    rest = rest.dropFirst(2)
                } else if rest.hasPrefix("try?") {
                    token = rest.prefix(4)
                } else if character.isLetter || character.isNumber || character == "_" {
                    token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                } else {
                    token =
                        ["->", "&&", "||", "==", "!=", "??", "+="].first { rest.hasPrefix($0) }
                        .map { rest.prefix($0.count) } ?? rest.prefix(1)
                }
                tokens.append(Token(text: String(token), isFirst: isFirst))
                isFirst = false
                rest = rest.dropFirst(token.count).drop { $0 == " " }
            }
        }
        return tokens
    }
}
