public import GalleryMachines
public import StateMachineGraphs
import StateMachines

extension TrafficLight {
    /// The properties of a traffic light.
    public static let properties: [MachineProperty<TrafficLight>] = [
        .everyTransition("amber comes between green and red") {
            !($0.before == .green && $0.after == .red) && !($0.before == .red && $0.after == .amber)
        },
        .everyTransition("a repair leads to red") { $0.event != .didRepair || $0.after == .red },
        .always("exactly one activity runs at a time") { $0.activities.count == 1 },
        .everyEvent("every state handles a failure") { $0.event != .didFail || $0.isHandled },
        .alwaysPossible("the light can turn green") { $0 == .green },
        .leadsTo(
            "red turns green, or the light fails",
            from: { $0 == .red },
            to: { $0 == .green || $0 == .flashing },
            assuming: [.weak("time passes") { $0 == .timeIsUp }]
        ),
    ]
}

extension Onboarding {
    /// The properties of the onboarding of an app.
    public static let properties: [MachineProperty<Onboarding>] = [
        .everyTransition("the user cannot skip the account screen") {
            $0.before != .showing(.account) || $0.event != .skip
        },
        .atAllTimes("the onboarding finishes only after the account screen", remembering: { _ in false }) {
            hasSeenAccount,
            step in
            if step.after == .showing(.account) { hasSeenAccount = true }
            return step.after != .finished || hasSeenAccount
        },
        .atAllTimes(
            "after an interruption, the onboarding resumes on the same screen",
            remembering: { _ in Onboarding?.none }
        ) {
            kept,
            step in
            if step.event == .interruptionBegan, step.isHandled { kept = step.before }
            return step.event != .interruptionEnded || !step.isHandled || step.after == kept
        },
        .everyTransition("no screen is shown during an interruption") { step in
            guard case .interrupted = step.after else { return true }
            return step.after.activities == [.coordination]
        },
        .activity(.screen(.tour), onlyDuring: .coordination),
        .alwaysPossible("the onboarding can finish") { $0 == .finished },
        .everyEvent("a finished onboarding handles no events") { $0.before != .finished || !$0.isHandled },
    ]
}

extension FormValidation {
    /// The properties of a form.
    public static let properties: [MachineProperty<FormValidation>] = [
        .everyTransition("only a valid form is submitted") {
            $0.event != .submit || ($0.before.name.isValid && $0.before.email.isValid)
        },
        .everyTransition("the fields do not change during submission") { step in
            step.before.submission != .submitting
                || (step.before.name == step.after.name && step.before.email == step.after.email)
        },
        .always("a request runs exactly when the form is submitting") { state in
            state.activities.contains(.submission(.request)) == (state.submission == .submitting)
        },
        .reachable("the server accepts the form") { $0.submission == .submitted },
        .alwaysPossible("the server can accept the form") { $0.submission == .submitted },
        .leadsTo(
            "a submission ends",
            from: { $0.submission == .submitting },
            to: { $0.submission != .submitting }
        ),
    ]
}

extension PushNotifications {
    /// The properties of the permission for notifications.
    public static let properties: [MachineProperty<PushNotifications>] = [
        .atAllTimes("the system asks the user at most once", remembering: { _ in 0 }) { prompts, step in
            prompts += step.entered.count { $0 == .prompt }
            return prompts <= 1
        },
        .always("the device is registered exactly when permission is granted") { state in
            state.activities.contains(.registration) == (state == .granted)
        },
        .always("a reminder runs only while permission is not granted") {
            $0 != .granted || !$0.activities.contains(.reminder)
        },
        .alwaysPossible("the user can grant permission, now or later") { $0 == .granted },
        .everyTransition("only the user's answer or the settings grant permission") { step in
            step.after != .granted || step.event == .didAllow || step.event == .didReturn(isAllowed: true)
        },
    ]
}

extension Enemy {
    /// The properties of an enemy.
    public static let properties: [MachineProperty<Enemy>] = [
        .always("health is between zero and full") { $0.health >= 0 && $0.health <= Enemy.fullHealth },
        .always("an enemy in play has health and moves") {
            $0.isInPlay == ($0.health > 0) && $0.isInPlay == $0.activities.contains(.movement)
        },
        .everyTransition("damage reduces health, and healing does not") { step in
            switch step.event {
            case .takeDamage: step.after.health < step.before.health
            case .specialAttack: step.after == .outOfPlay
            case .heal: step.after.health >= step.before.health
            }
        },
        .everyEvent("a defeated enemy handles no events") { $0.before.isInPlay || !$0.isHandled },
        .alwaysPossible("every enemy can be defeated") { $0 == .outOfPlay },
    ]
}
