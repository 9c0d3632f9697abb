// Questions about the syntax of a file.

import SwiftSyntax

extension SyntaxProtocol {
    var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
    var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
    var words: String { trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    var ancestors: some Sequence<Syntax> { sequence(first: Syntax(self)) { $0.parent }.dropFirst() }
    var last: String? { lastToken(viewMode: .sourceAccurate)?.text }

    func replaced(_ text: String) -> Mistake.Edit { Mistake.Edit(start: start, end: end, before: text) }

    func wrapped(_ before: String, _ after: String) -> Mistake.Edit {
        Mistake.Edit(start: start, end: end, before: before, after: after)
    }

    /// The tokens that are in no brackets.
    var level: [TokenSyntax] {
        var depth = 0
        return tokens(viewMode: .sourceAccurate).filter { token in
            if [.rightParen, .rightSquare, .rightBrace].contains(token.tokenKind) { depth -= 1 }
            defer { if [.leftParen, .leftSquare, .leftBrace].contains(token.tokenKind) { depth += 1 } }
            return depth == 0
        }
    }
}

extension ExprSyntax {
    /// The expression without `try` and `await`.
    var bare: ExprSyntax {
        self.as(TryExprSyntax.self)?.expression.bare ?? self.as(AwaitExprSyntax.self)?.expression.bare ?? self
    }
}

extension IfConfigDeclSyntax {
    /// The declarations that are searched, without those for Embedded Swift alone.
    var included: IfConfigClauseSyntax.Elements? {
        let condition = clauses.first?.condition?.trimmedDescription
        if condition != "hasFeature(Embedded)" { return clauses.first?.elements }
        return clauses.count > 1 ? clauses.last?.elements : nil
    }
}

extension CodeBlockItemSyntax {
    /// The statement, or those within a condition of the compiler.
    var included: [CodeBlockItemSyntax] {
        guard let condition = item.as(IfConfigDeclSyntax.self) else { return [self] }
        guard case .statements(let list) = condition.included else { return [] }
        return list.flatMap(\.included)
    }
}

/// Functions whose closures are there for their results.
let transformations: Set = [
    "map", "flatMap", "compactMap", "mapValues", "filter", "first", "firstIndex", "last", "lastIndex", "contains",
    "allSatisfy", "sorted", "min", "max", "prefix", "drop", "removeAll", "partition", "sequence", "replacing", "merge",
    "merging", "uniquingKeysWith",
]

/// The function, closure or statement that has some statements as its body.
struct Block {
    enum Kind { case function, closure, `if`, `guard`, loop, `switch`, other }

    var owner: Syntax
    var kind: Kind

    init?(owner: Syntax) {
        self.owner = owner
        switch owner.kind {
        case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock: kind = .function
        case .closureExpr: kind = .closure
        case .ifExpr: kind = .if
        case .guardStmt: kind = .guard
        case .whileStmt, .forStmt: kind = .loop
        case .switchCase: kind = .switch
        case .doStmt, .catchClause, .deferStmt, .repeatStmt: kind = .other
        default: return nil
        }
    }

    init?(around list: CodeBlockItemListSyntax) {
        guard let parent = list.parent else { return nil }
        self.init(owner: parent.is(CodeBlockSyntax.self) ? parent.parent ?? parent : parent)
    }

    /// Whether nothing takes the place of the block.
    var isConditional: Bool {
        guard let condition = owner.as(IfExprSyntax.self) else { return kind == .loop }
        return condition.elseBody == nil && owner.parent?.is(IfExprSyntax.self) == false
    }

    /// Whether its only statement is its value.
    func isValue(_ statements: [CodeBlockItemSyntax]) -> Bool {
        switch kind {
        case .closure: return statements.count == 1 && isTransformation
        case .function:
            guard statements.count == 1 else { return false }
            if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
            guard let accessor = owner.as(AccessorDeclSyntax.self) else { return owner.is(AccessorBlockSyntax.self) }
            return ["get", "unsafeAddress"].contains(accessor.accessorSpecifier.text)
        case .if, .switch:
            // As a statement, it may be the value of the block around it.
            var whole = kind == .if ? owner : owner.parent?.parent
            while let outer = whole?.parent, outer.is(IfExprSyntax.self) { whole = outer }
            if whole?.parent?.is(ExpressionStmtSyntax.self) == true { whole = whole?.parent }
            guard let list = whole?.parent?.parent?.as(CodeBlockItemListSyntax.self) else { return true }
            guard let outer = Block(around: list), outer.kind != .closure else { return false }
            let statements = list.flatMap(\.included)
            return (statements.count == 1 || outer.kind == .switch) && outer.isValue(statements)
        default: return false
        }
    }

    /// Whether a closure is there for its result, by the name of the function that it is for.
    var isTransformation: Bool {
        let call = owner.ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.first
        if let name = call?.calledExpression.last, transformations.contains(name) { return true }
        if owner.parent?.as(LabeledExprSyntax.self)?.label != nil { return false }
        if owner.parent?.is(MultipleTrailingClosureElementSyntax.self) == true { return false }
        var node = call.map { Syntax($0) } ?? owner
        while let parent = node.parent, !node.leadingTrivia.contains(where: \.isNewline) {
            switch parent.kind {
            case .memberAccessExpr, .optionalChainingExpr, .functionCallExpr, .tryExpr, .awaitExpr: node = parent
            case .codeBlockItem, .ternaryExpr: return false
            default: return true
            }
        }
        return false
    }
}
