// Prints the mistakes that can be made in Swift files, each as JSON on a line. It needs the parser
// that is part of a toolchain for Linux, in the folder `host` beside the standard library.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A mistake with its name and its edit of the source.
struct Mistake: Encodable {
    /// A text in place of a part of the source, or two around it, with `#` for the number.
    struct Edit: Encodable {
        var start, end: Int
        var before: String
        var after: String?
    }

    var file, words: String
    var start, end: Int
    var edit: Edit?
    /// The operator that it replaces, and the replacement.
    var `operator`: [String]?
}

/// The replacements of an operator; the library of the copy has a function for each.
let operators: [String: [String]] = [
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="],
    "&&": ["left", "right"], "||": ["left", "right"], "??": ["right"], "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"],
    "%": ["/"], "+=": ["-="], "-=": ["+="], "*=": ["+="], "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"],
    ">>": ["<<"], "..<": ["shorter"], "...": ["shorter"],
]
let effects = [
    "left": "takes the left side alone", "right": "takes the right side alone", "shorter": "ends one earlier",
]
let members = [
    "first": "last", "last": "first", "reversed": "not reversed", "min": "max", "max": "min", "sorted": "not sorted",
    "filter": "all", "prefix": "all", "suffix": "all", "dropFirst": "all", "dropLast": "all",
    "allSatisfy": "contains(where:)",
]
let assignments: Set = ["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=", "<<=", ">>="]

/// Goes through one file.
struct Finder {
    let file: String
    var found: [Mistake] = []
    /// Comparisons whose result is a whole condition, which is mistaken as a whole.
    var decided: Set<Int> = []
    /// Variables that are not set by their declaration: nothing compiles without the assignment.
    var setLater: Set<String> = []

    mutating func add(
        _ words: String,
        at node: some SyntaxProtocol,
        to end: Int? = nil,
        _ edit: Mistake.Edit? = nil,
        operator: [String]? = nil
    ) {
        let end = end ?? node.end
        found.append(Mistake(file: file, words: words, start: node.start, end: end, edit: edit, operator: `operator`))
    }

    mutating func find(in node: Syntax) {
        switch node.as(SyntaxEnum.self) {
        case .attribute, .functionParameterClause, .inheritanceClause, .importDecl, .typeAliasDecl, .associatedTypeDecl,
            .enumCaseDecl, .expressionPattern, .stringLiteralExpr:
            return
        case .functionCallExpr(let call)
        where ["precondition", "assert"].contains(call.calledExpression.trimmedDescription):
            // Their tests would have to end the process.
            return
        case .ifConfigDecl(let node):
            if let elements = node.included { find(in: Syntax(elements)) }
            return
        case .ifExpr(let node): conditions(node.conditions, of: node.ifKeyword, "`if` never holds")
        case .guardStmt(let node): conditions(node.conditions, of: node.guardKeyword, "`guard` always fails")
        case .whileStmt(let node): conditions(node.conditions, of: node.whileKeyword, "`while` never holds")
        case .forStmt(let node):
            if let condition = node.whereClause?.condition {
                whole(condition)
            } else {
                let brace = node.body.leftBrace
                add("the loop is left out", at: node, to: brace.end, brace.replaced("where isIntact(#) {"))
            }
        case .switchCaseItem(let node):
            if let condition = node.whereClause?.condition, !condition.is(TernaryExprSyntax.self) { whole(condition) }
        case .ternaryExpr(let node): whole(node.condition.bare)
        case .booleanLiteralExpr(let node) where !decided.contains(node.start):
            let isTrue = node.literal.text == "true"
            add("`\(isTrue)` is `\(!isTrue)`", at: node, node.replaced(isTrue ? "isIntact(#)" : "isMutated(#)"))
        case .infixOperatorExpr(let node): infix(node)
        case .prefixOperatorExpr(let node) where node.operator.text == "!" && !decided.contains(node.start):
            add("`!` is left out", at: node.operator, operator: ["!", ""])
        case .memberAccessExpr(let node): member(node)
        case .codeBlockItemList(let node): statements(node)
        case .variableDecl(let node) where node.parent?.is(CodeBlockItemSyntax.self) == true:
            for binding in node.bindings where binding.initializer == nil && binding.accessorBlock == nil {
                let mayBeNil =
                    node.bindingSpecifier.text == "var"
                    && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
                if !mayBeNil { setLater.insert(binding.pattern.trimmedDescription) }
            }
        default: break
        }
        for child in node.children(viewMode: .sourceAccurate) { find(in: child) }
    }

    // MARK: Conditions

    mutating func conditions(_ list: ConditionElementListSyntax, of keyword: TokenSyntax, _ words: String) {
        if list.trimmedDescription.hasPrefix("true") {
            decided.insert(list.start)
        } else {
            add(words, at: keyword, to: list.end, list.wrapped("isIntact(#), ", ""))
        }
        guard keyword.text != "while" else { return }
        for case .expression(let condition) in list.map(\.condition) {
            decide(condition)
            replace(condition, by: "true")
        }
    }

    /// Remembers what need not be negated, since the whole is made true and false.
    mutating func decide(_ condition: ExprSyntax) {
        let level = condition.level
        if !level.contains(where: { ["&&", "||", "?", "??"].contains($0.text) }) {
            decided.formUnion(level.filter { ["==", "!=", "===", "!==", "!"].contains($0.text) }.map(\.start))
        }
    }

    mutating func whole(_ condition: ExprSyntax) {
        decide(condition)
        replace(condition, by: "true")
        replace(condition, by: "false")
    }

    mutating func replace(_ node: ExprSyntax, by value: String) {
        add("`\(node.words)` is \(value)", at: node, node.wrapped("(isMutated(#) ? \(value) : (", "))"))
    }

    // MARK: Operators

    mutating func infix(_ node: InfixOperatorExprSyntax) {
        let name = node.operator.trimmedDescription
        // Tuples can be compared, but by no function of ours.
        let isOfTuples = node.leftOperand.last == ")" && node.rightOperand.trimmedDescription.first == "("
        guard let others = operators[name], !decided.contains(node.operator.start), !isOfTuples else { return }
        for other in others {
            add("`\(name)` \(effects[other] ?? "is `\(other)`")", at: node.operator, operator: [name, other])
        }
    }

    mutating func member(_ node: MemberAccessExprSyntax) {
        let name = node.declName.baseName
        guard let other = members[name.text], let base = node.base, base.last != "children" else { return }
        let call = node.parent?.as(FunctionCallExprSyntax.self)
        if let call, call.calledExpression.start == node.start, let opening = call.leftParen {
            add(
                "`\(name.text)` is \(other)",
                at: name,
                opening.replaced(call.arguments.isEmpty ? "(mutant: #" : "(mutant: #, ")
            )
        } else if !["reversed", "min", "max"].contains(name.text) {
            add("`\(name.text)` is \(other)", at: name, name.replaced("\(name.text)(mutant: #)"))
        }
    }

    // MARK: Statements

    /// Leaves out the statements of a block, one by one.
    mutating func statements(_ list: CodeBlockItemListSyntax) {
        let items = list.flatMap(\.included)
        guard let block = Block(around: list), !block.isValue(items) else { return }
        let function = list.ancestors.lazy.compactMap { Block(owner: $0) }.first { $0.kind == .function }
        let isInit = function?.owner.is(InitializerDeclSyntax.self) == true
        // Alone, a statement is left out when its block is, unless there is another block instead.
        if items.count == 1, block.isConditional { return }
        for item in items.map(\.item) where canBeLeftOut(item, in: block, isInit: isInit) {
            add("the statement is left out", at: item, item.wrapped("if isIntact(#) { ", " }"))
        }
    }

    func canBeLeftOut(_ item: CodeBlockItemSyntax.Item, in block: Block, isInit: Bool) -> Bool {
        let first = item.firstToken(viewMode: .sourceAccurate)?.text ?? ""
        if ["return", "continue", "break"].contains(item.trimmedDescription) {
            // A `guard` has to leave, and a `break` alone says that a case does nothing.
            return block.kind != .guard && block.kind != .switch
        }
        guard let expression = item.as(ExprSyntax.self)?.bare else { return false }
        if let infix = expression.as(InfixOperatorExprSyntax.self),
            infix.operator.is(AssignmentExprSyntax.self) || assignments.contains(infix.operator.trimmedDescription)
        {
            if first == "_" { return infix.rightOperand.bare.is(FunctionCallExprSyntax.self) }
            return !isInit && !setLater.contains(infix.leftOperand.trimmedDescription)
        }
        return expression.is(FunctionCallExprSyntax.self) && !first.hasPrefix(".")
            && !["precondition", "assert", "preconditionFailure", "assertionFailure"].contains(first)
            && !expression.level.contains { $0.text == "init" }
    }
}

for path in CommandLine.arguments.dropFirst() {
    let tree = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
    var finder = Finder(file: path)
    finder.find(in: OperatorTable.standardOperators.foldAll(tree) { _ in })
    for mistake in finder.found { print(String(decoding: try JSONEncoder().encode(mistake), as: UTF8.self)) }
}
