#if !hasFeature(Embedded)
public import StateMachines

/// Remote content for a screen, driven by the responses that you pass to it.
///
/// ```swift
/// let articles = RemoteContent<Article>()
/// articles.didChangeState = { [unowned articles] state in screen.show(state, articles.elements) }
/// articles.start()
/// articles.receiveData(try await client.fetchArticles())
/// ```
///
/// Like its machine, an instance is isolated to the actor that creates it.
public final class RemoteContent<Element: Sendable> {
    /// The outcome of sending an event to the machine.
    public typealias Outcome = StateMachine<RemoteContentState>.Outcome

    /// The state machine, whose `run` performs the activities.
    public let machine: StateMachine<RemoteContentState>

    /// The elements in the last successful response.
    ///
    /// They stay during a refresh and after an error.
    public private(set) var elements: [Element] = []

    /// A closure to call with the current state.
    ///
    /// It is called by ``start()`` and after every handled event.
    public var didChangeState: ((RemoteContentState) -> Void)?

    /// Creates content that waits for its first response.
    public init() {
        machine = StateMachine(.loading)
        machine.onTransition { [weak self] in self?.didHandle($0.event, isHandled: true) }
        machine.onRejection { [weak self] in self?.didHandle($0.event, isHandled: false) }
        machine.onDrop { [weak self] event, _ in self?.didHandle(event, isHandled: false) }
    }

    /// The machine's current state.
    public var state: RemoteContentState { machine.state }

    /// Starts the machine and calls ``didChangeState`` with the first state.
    public func start() {
        machine.start()
        notify()
    }

    /// Reports to the machine that the request failed.
    @discardableResult
    public func receiveError() -> Outcome {
        machine.send(.didReceiveError)
    }

    /// Requests the content again.
    ///
    /// After an error, this begins with an empty screen; otherwise, it refreshes the content in
    /// place.
    @discardableResult
    public func reload() -> Outcome {
        machine.send(.didTriggerReload)
    }

    /// Passes the elements of a response, which may be empty, to the machine.
    ///
    /// If the machine is not waiting for a response, it rejects the event, and ``elements`` does
    /// not change.
    @discardableResult
    public func receiveData(_ data: [Element]) -> Outcome {
        arrived.append(data)
        let count = arrived.count
        let outcome = machine.send(data.isEmpty ? .didReceiveEmptyData : .didReceiveData)
        // While the `onDrop` hooks run for one event, the machine does not call them for another.
        // So remove the data of the other event here.
        if case .dropped = outcome, arrived.count == count { arrived.removeLast() }
        return outcome
    }

    /// The elements of the responses whose events the machine has not processed yet, in order.
    private var arrived: [[Element]] = []

    private func didHandle(_ event: RemoteContentState.Event, isHandled: Bool) {
        switch event {
        case .didReceiveEmptyData, .didReceiveData:
            if !arrived.isEmpty {
                let data = arrived.removeFirst()
                if isHandled { elements = data }
            }
        case .didReceiveError, .didTriggerReload: break
        }
        if isHandled { notify() }
    }

    private func notify() {
        didChangeState?(machine.state)
    }
}
#endif
