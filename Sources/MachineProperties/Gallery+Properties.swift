public import GalleryMachines
public import StateMachineGraphs
import StateMachines

extension TrafficLight {
    /// What is promised of a traffic light.
    public static let properties: [MachineProperty<TrafficLight>] = [
        .everyTransition("amber comes between green and red") {
            !($0.before == .green && $0.after == .red) && !($0.before == .red && $0.after == .amber)
        },
        .everyTransition("after a repair it is red") { $0.event != .didRepair || $0.after == .red },
        .always("one thing goes on at a time") { $0.activities.count == 1 },
        .everyEvent("a failure is a fact, handled everywhere") { $0.event != .didFail || $0.isHandled },
        .alwaysPossible("it can be green") { $0 == .green },
        .leadsTo(
            "red turns green, or it fails",
            from: { $0 == .red },
            to: { $0 == .green || $0 == .flashing },
            assuming: [.weak("time passes") { $0 == .timeIsUp }]
        ),
    ]
}

extension Onboarding {
    /// What is promised of the first steps in an app.
    public static let properties: [MachineProperty<Onboarding>] = [
        .everyTransition("the account is never skipped") { $0.before != .showing(.account) || $0.event != .skip },
        .atAllTimes("nobody is done without the account", remembering: { _ in false }) { hasSeenAccount, step in
            if step.after == .showing(.account) { hasSeenAccount = true }
            return step.after != .finished || hasSeenAccount
        },
        .atAllTimes("after an interruption it goes on where it was", remembering: { _ in Onboarding?.none }) {
            kept,
            step in
            if step.event == .interruptionBegan, step.isHandled { kept = step.before }
            return step.event != .interruptionEnded || !step.isHandled || step.after == kept
        },
        .everyTransition("a screen is not there while it is interrupted") { step in
            guard case .interrupted = step.after else { return true }
            return step.after.activities == [.coordination]
        },
        .activity(.screen(.tour), onlyDuring: .coordination),
        .alwaysPossible("it comes to its end") { $0 == .finished },
        .everyEvent("its end is its end") { $0.before != .finished || !$0.isHandled },
    ]
}

extension FormValidation {
    /// What is promised of a form.
    public static let properties: [MachineProperty<FormValidation>] = [
        .everyTransition("only a valid form is sent") {
            $0.event != .submit || ($0.before.name.isValid && $0.before.email.isValid)
        },
        .everyTransition("a form on its way is not changed") { step in
            step.before.submission != .submitting
                || (step.before.name == step.after.name && step.before.email == step.after.email)
        },
        .always("a request is under way exactly while submitting") { state in
            state.activities.contains(.submission(.request)) == (state.submission == .submitting)
        },
        .reachable("a form that has been taken") { $0.submission == .submitted },
        .alwaysPossible("the form can be taken") { $0.submission == .submitted },
        .leadsTo(
            "what is on its way arrives, or comes back",
            from: { $0.submission == .submitting },
            to: { $0.submission != .submitting }
        ),
    ]
}

extension PushNotifications {
    /// What is promised of the permission for notifications.
    public static let properties: [MachineProperty<PushNotifications>] = [
        .atAllTimes("the user is asked once", remembering: { _ in 0 }) { prompts, step in
            prompts += step.entered.count { $0 == .prompt }
            return prompts <= 1
        },
        .always("a device is registered exactly while that is allowed") { state in
            state.activities.contains(.registration) == (state == .granted)
        },
        .never("a reminder for those who have said yes") { $0 == .granted && $0.activities.contains(.reminder) },
        .alwaysPossible("the user can say yes, now or later") { $0 == .granted },
        .everyTransition("only an answer or the settings grant it") { step in
            step.after != .granted || step.event == .didAllow || step.event == .didReturn(isAllowed: true)
        },
    ]
}

extension Enemy {
    /// What is promised of an enemy.
    public static let properties: [MachineProperty<Enemy>] = [
        .always("health is between nothing and full") { $0.health >= 0 && $0.health <= Enemy.fullHealth },
        .always("whoever is in play has health, and moves") {
            $0.isInPlay == ($0.health > 0) && $0.isInPlay == $0.activities.contains(.movement)
        },
        .everyTransition("a hit hurts, a potion does not") { step in
            switch step.event {
            case .takeDamage: step.after.health < step.before.health
            case .specialAttack: step.after == .outOfPlay
            case .heal: step.after.health >= step.before.health
            }
        },
        .everyEvent("the dead stay dead") { $0.before.isInPlay || !$0.isHandled },
        .alwaysPossible("every enemy can be defeated") { $0 == .outOfPlay },
    ]
}
