import StateMachineGraphs
import StateMachines

/// The findings of a definition with these rules, without those about letters and events that they
/// do not have: hardly any rules have all.
func findings(_ rules: Letter.Rules) throws -> [String] {
    try Letter.$rules.withValue(rules) { try findings(of: Letter.self) }.filter { !isAboutMissingCase($0) }
}

private func isAboutMissingCase(_ finding: String) -> Bool {
    finding.hasSuffix("a case of Letter.") || finding.hasSuffix("a case of Letter.Event.")
}

/// The findings of a graph of these rules, whose states have other sample events than when it was
/// made.
func findings(_ rules: Letter.Rules, then samples: [Letter: [Letter.Event]]) throws -> [String] {
    let graph = try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
    var later = rules
    later.samples = samples
    let findings = Letter.$rules.withValue(later) { graph.findings() }
    return findings.map(\.description).filter { !isAboutMissingCase($0) }
}

func findings<Definition: FiniteStateDefinition>(of _: Definition.Type) throws -> [String] {
    try StateGraph(exploring: Definition.self).findings().map(\.description)
}

func findings<Definition: FiniteStateDefinition, Key: Hashable & SendableMetatype>(
    of _: Definition.Type,
    abstractedBy key: @escaping @Sendable (Definition) -> Key
) throws -> [String] {
    try StateGraph(exploring: Definition.self, abstractedBy: key).findings().map(\.description)
}

extension Letter.Rules {
    /// There and back, with one activity inside another.
    static let clean = Letter.Rules(
        transitions: [.a: [.go: .b], .b: [.go: .c, .back: .a], .c: [.back: .b]],
        activities: [.b: [.outer], .c: [.outer, .inner]]
    )
}
