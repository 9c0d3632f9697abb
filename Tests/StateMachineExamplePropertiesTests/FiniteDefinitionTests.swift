import GalleryMachines
import ImageSearchMachine
import OrderMachine
import RemoteContentMachine
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// What holds for every machine that can be explored.
@Suite(.timeLimit(.minutes(5)), .computing) struct FiniteDefinitionTests {
    /// All states that the samples lead to, and the laws that hold on the way.
    private func explore<Definition: FiniteStateDefinition>(_ type: Definition.Type) -> Set<Definition> {
        var found = Set(Definition.initialStates)
        var next = Definition.initialStates
        while let state = next.popLast() {
            for event in state.sampleEvents {
                var successor = state
                do throws(Definition.Rejection) {
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
        // The stream's states in each layout, and live once more with picture in picture.
        #expect(explore(StreamSession.self).count == 12)
        #expect(explore(StreamSession.Layout.self) == Set(StreamSession.Layout.allCases))
        #expect(explore(StreamSession.PictureInPicture.self) == Set(StreamSession.PictureInPicture.allCases))
        #expect(explore(ImageSearchState.self).count == 6)
        #expect(
            explore(RemoteContentState.self) == [.loading, .loaded(.empty), .loaded(.data), .loaded(.refresh), .error]
        )
        #expect(explore(DataPresence.self) == Set(DataPresence.allCases))
        #expect(explore(FlatRemoteContentState.self) == Set(FlatRemoteContentState.allCases))
        #expect(Set(explore(VideoState.self).map(\.actionButton)) == Set(VideoState.ActionButton.allCases))
    }

    @Test func `the samples of the gallery's machines reach all their cases, and finitely many states`() {
        #expect(explore(TrafficLight.self) == Set(TrafficLight.allCases))
        #expect(explore(Onboarding.self).count == 9)
        #expect(explore(FormValidation.self).count == 12)
        #expect(explore(PushNotifications.self) == [.notDetermined, .asking, .granted, .denied, .settings])
        #expect(explore(Enemy.self) == [.inPlay(health: 10), .inPlay(health: 6), .inPlay(health: 2), .outOfPlay])
    }

    @Test func `the samples of an order reach all its cases, and finitely many states`() {
        // With zero to two reminders; with each open work and reason of a withdrawal; with each
        // reason of a cancellation.
        #expect(explore(Order.self).count == 23)
    }

    /// Runs a machine in a state until all activities of that state are at work, and cancels the
    /// run.
    private func expectCancellation<Definition: FiniteStateDefinition>(in state: Definition) async throws {
        let journal = Journal<Definition.Activity>()
        let clock = ManualClock()
        let run = Task {
            let machine = StateMachine(state)
            machine.onTransition { _ in Issue.record("moved") }
            return await machine.run { activity, _ in
                try? await clock.sleep(for: .seconds(1))
                journal.note(activity)
            }
        }
        #expect(await eventually { clock.sleeperCount == state.activities.count })
        #expect(journal.entries.isEmpty)
        run.cancel()
        #expect(await run.value == state)
        #expect(Set(journal.entries) == Set(state.activities))
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a run can be cancelled in every state of every machine, and ends all its work`() async throws {
        for state in explore(StreamState.self) { try await expectCancellation(in: state) }
        for state in explore(StreamSession.self) { try await expectCancellation(in: state) }
        for state in explore(ImageSearchState.self) { try await expectCancellation(in: state) }
        for state in explore(RemoteContentState.self) { try await expectCancellation(in: state) }
        for state in explore(DataPresence.self) { try await expectCancellation(in: state) }
        for state in explore(FlatRemoteContentState.self) { try await expectCancellation(in: state) }
        for state in explore(VideoState.self) { try await expectCancellation(in: state) }
        for state in explore(TrafficLight.self) { try await expectCancellation(in: state) }
        for state in explore(Onboarding.self) { try await expectCancellation(in: state) }
        for state in explore(FormValidation.self) { try await expectCancellation(in: state) }
        for state in explore(PushNotifications.self) { try await expectCancellation(in: state) }
        for state in explore(Enemy.self) { try await expectCancellation(in: state) }
        for state in explore(Order.self) { try await expectCancellation(in: state) }
    }
}
