import ImageSearchMachine
import RemoteContentMachine
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// What holds for every machine that can be explored.
@Suite struct FiniteDefinitionTests {
    /// All states that the samples lead to, and the laws that hold on the way.
    private func explore<Definition: FiniteStateDefinition>(_ type: Definition.Type) -> Set<Definition> {
        var found = Set(Definition.initialStates)
        var next = Definition.initialStates
        while let state = next.popLast() {
            for event in state.sampleEvents {
                var successor = state
                do throws(TransitionError) {
                    _ = try successor.handleEvent(event)
                    if found.insert(successor).inserted { next.append(successor) }
                } catch {
                    #expect(successor == state, "\(event) was rejected and changed the state")
                }
            }
            #expect(Set(state.activities).count == state.activities.count, "\(state) lists an activity twice")
            #expect(found.count < 1_000)
        }
        return found
    }

    @Test func `the samples of each machine reach all its cases, and finitely many states`() {
        #expect(explore(StreamState.self).count == 5)
        #expect(explore(ImageSearchState.self).count == 6)
        #expect(
            explore(RemoteContentState.self) == [.loading, .loaded(.empty), .loaded(.data), .loaded(.refresh), .error]
        )
        #expect(explore(DataPresence.self) == Set(DataPresence.allCases))
        #expect(explore(FlatRemoteContentState.self) == Set(FlatRemoteContentState.allCases))
        #expect(Set(explore(VideoState.self).map(\.actionButton)) == Set(VideoState.ActionButton.allCases))
    }
}
