#if !hasFeature(Embedded)
public import Observation

/// A value computed from a machine, whose observers are notified only when the value changes.
///
/// An observer of ``StateMachine/state`` is notified of every handled event. If a view shows only a
/// title, or if a screen has twenty buttons, most of these updates change nothing. A part compares:
///
/// ```swift
/// let title = machine.observing(\.state.title)
/// let canSave = machine.observing { $0.canHandle(.save) }
/// let objection = machine.observing { $0.rejection(of: .save) }
///
/// Text(title.value)
/// Button("Save") { machine.send(.save) }.disabled(!canSave.value)
/// ```
///
/// Store the part, for example in the model that owns the machine. Like the machine, it belongs to
/// one actor.
public final class ObservedPart<Value> {
    private let signal = ObservationSignal()
    @usableFromInline private(set) var stored: Value
    private var isChanging = false

    @usableFromInline
    init(_ value: Value) { stored = value }

    /// The current value.
    ///
    /// A tracking scope that reads it, such as the body of a view, is notified when the value
    /// changes.
    public var value: Value {
        _ = signal.track(isChanging: isChanging)
        return stored
    }

    @usableFromInline
    func change(to value: Value) {
        stored = value
        isChanging = true
        _ = signal.notify()
        isChanging = false
    }
}

extension ObservedPart: Observable {}

@available(*, unavailable, message: "A part of a machine is isolated to the machine's actor.")
extension ObservedPart: Sendable {}

extension StateMachine {
    /// Returns a value of the machine that notifies its observers only when the value changes.
    ///
    /// The machine computes the value when it starts, after each handled event and when it stops,
    /// together with the entry hooks (<doc:Hooks>). Neither retains the other: once the machine is
    /// released, the part keeps its last value.
    ///
    /// Create the part before the views that read it. This call evaluates the closure, so a
    /// tracking scope that creates a part observes the machine as well.
    ///
    /// - Parameter value: A closure that computes the value from the machine, such as
    ///   `\.state.title`. Use nothing else, because only the machine tells the part to compute the
    ///   value again.
    /// - Complexity: One call of the closure for each handled event, which takes the slow path.
    @inlinable
    public func observing<Value: Equatable>(_ value: @escaping (StateMachine) -> Value) -> ObservedPart<Value> {
        let part = ObservedPart(value(self))
        callAfterEachEvent { [weak self, weak part] in
            guard let part else { return false }
            guard let self else { return true }
            let new = value(self)
            if new != part.stored { part.change(to: new) }
            return true
        }
        return part
    }

    /// Calls a closure at the start, after each handled event and at the stop, until it returns
    /// `false`.
    @usableFromInline
    func callAfterEachEvent(_ update: @escaping () -> Bool) {
        var token: HookToken?
        // The machine evaluates the predicates of entry hooks at the start and after each event.
        let hook = StateHook<Definition>(
            where: { _ in
                // The thread that releases a part may not use the machine, so the hook goes now.
                if !update() { token?.cancel() }
                return false
            },
            perform: {}
        )
        hook.onStop = { _ = update() }
        token = register(hook) { _, runtime in
            // The state may have changed in the turn during which the part was created.
            _ = update()
            runtime.stateEntries.append(hook)
        }
    }
}
#endif
