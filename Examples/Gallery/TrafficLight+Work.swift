public import StateMachines

extension TrafficLight {
    /// Does the work of an activity: a timer waits, and then says that the time is up.
    ///
    /// ```swift
    /// let light = StateMachine(TrafficLight.red)
    /// try await light.run { activity, send in
    ///     await TrafficLight.perform(activity, on: ContinuousClock(), sendingTo: send)
    /// }
    /// ```
    public static func perform(
        _ activity: Activity,
        on clock: some Clock<Duration>,
        sendingTo send: StateMachine<TrafficLight>.Sender
    ) async {
        switch activity {
        case .timer(let phase):
            // It throws when the phase is left before its time, and then there is nothing to tell.
            guard (try? await clock.sleep(for: phase.duration)) != nil else { return }
            await send(.timeIsUp)
        case .flasher: break
        }
    }
}
