import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct DeclaredCasesTests {
    private func missing<Definition: FiniteStateDefinition>(_: Definition.Type) throws -> [String] {
        try StateGraph(exploring: Definition.self).findings().compactMap { finding in
            guard case .unreachable(let type, let name) = finding else { return nil }
            return "\(type.split(separator: ".").last ?? "").\(name)"
        }
    }

    /// Has payloads, and cases that nothing leads to.
    private enum Download: FiniteStateDefinition {
        case idle
        case loading(bytes: Int, of: String)
        case failed(String)
        case `on hold`
        case impossible(Never)
        indirect case retrying(Download)

        enum Event: CaseIterable { case start, stop }
        static var initialStates: [Download] { [.idle] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.idle, .start): self = .loading(bytes: 1, of: "a")
            case (.loading, .stop): self = .idle
            default: throw .invalid
            }
        }
    }

    /// Has no payloads, and a machine inside.
    private enum Box: FiniteStateDefinition {
        case empty
        case full(Content)

        enum Event: CaseIterable { case fill }
        static var initialStates: [Box] { [.empty] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard case .empty = self else { throw .invalid }
            self = .full(.whole(1))
        }

        enum Content: StateDefinition, Hashable {
            case whole(Int)
            case broken(String)
            mutating func handleEvent(_ event: Never) throws(TransitionError) {}
        }
    }

    /// Has one case of each kind, and comes to both.
    private enum Generic<Value: Hashable & Sendable & ExpressibleByIntegerLiteral>: FiniteStateDefinition {
        case some(Value)
        case none

        enum Event: CaseIterable { case go }
        static var initialStates: [Generic] { [.none] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = .some(1) }
    }

    @Test func `a case that no sample leads to is named, whether cases have payloads or not`() throws {
        #expect(try missing(Download.self) == ["Download.failed", "Download.retrying", "Download.on hold"])
        #expect(try missing(Box.self) == ["Content.broken"])
        #expect(try missing(Generic<Int>.self) == [])
        #expect(try missing(Letter.self) == ["Letter.b", "Letter.c", "Letter.d"])
    }

    @Test func `under a key, a case that does not represent it is not missed`() throws {
        let graph = try StateGraph(exploring: Download.self, abstractedBy: { $0 == .failed("") })
        #expect(!graph.findings().contains { if case .unreachable = $0 { true } else { false } })
    }
}
