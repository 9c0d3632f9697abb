public import StateMachines

extension TrafficLight {
    /// Performs an activity; a timer waits and then reports that the time is up.
    ///
    /// ```swift
    /// let light = StateMachine(TrafficLight.red)
    /// await light.run { activity, send in
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
            // Sleeping throws if the machine leaves the phase early. Then there is nothing to
            // report.
            guard (try? await clock.sleep(for: phase.duration)) != nil else { return }
            await send(.timeIsUp)
        case .flasher: break
        }
    }
}
