import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineExampleProperties
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// Remote content with a child, and without one.
@Suite(.timeLimit(.minutes(5)), .computing) struct RemoteContentComparisonTests {
    /// The view of content with a child that shows no child.
    private static func flat(_ state: RemoteContentState) -> FlatRemoteContentState {
        switch state {
        case .loading, .loaded(.refresh): .loading
        case .loaded(.empty): .empty
        case .loaded(.data): .data
        case .error: .error
        }
    }

    @Test func `the nested machine goes on where the flat one is at its end`() throws {
        let nested = try StateGraph(exploring: RemoteContentState.self)
        let flat = try StateGraph(exploring: FlatRemoteContentState.self)
        let difference = nested.difference(from: flat, events: \.self, states: Self.flat, \.self)
        #expect(
            difference.map { "\($0)" } == """
                RemoteContentState handles the event, but FlatRemoteContentState rejects it:
                  loading ─ didReceiveData → loaded(data) ─ didTriggerReload → loaded(refresh)
                  loading ─ didReceiveData → data ─ didTriggerReload → –
                """
        )
    }

    @Test func `the flat machine does nothing that the nested one does not do`() throws {
        let nested = try StateGraph(exploring: RemoteContentState.self)
        let flat = try StateGraph(exploring: FlatRemoteContentState.self)
        let difference = flat.difference(from: nested, as: .refinement, events: \.self, states: \.self, Self.flat)
        #expect(difference == nil)
    }

    @Test func `the child does in its parent what it does alone`() throws {
        let nested = try StateGraph(exploring: RemoteContentState.self)
        let child = try StateGraph(exploring: DataPresence.self)
        for edge in child.edges {
            let event: RemoteContentState.Event =
                switch edge.event {
                case .didTriggerRefresh: .didTriggerReload
                case .didReceiveEmptyData: .didReceiveEmptyData
                case .didReceiveData: .didReceiveData
                }
            let step = TraceStep(from: RemoteContentState.loaded(edge.source.state), event: event)
            #expect(step.isHandled == edge.isHandled)
            #expect(step.after.presence == edge.target.state)
            #expect(nested.node(of: step.after) != nil)
        }
    }
}
